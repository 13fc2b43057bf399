"""The opponents: an animal for each level, and how it plays."""

from __future__ import annotations

from ludoteca.play.language import Table

ANIMALS: Table = {
    "animal.joaninha": (
        "Takes it slowly: sees its own chances, often overlooks yours.",
        "Vai devagarinho: vê as próprias chances e quase não repara nas suas.",
    ),
    "animal.tatu": (
        "Digs along its own plan and misses what happens far away.",
        "Cava o próprio plano e não percebe o que acontece longe.",
    ),
    "animal.quati": (
        "Curious: never misses a win, sometimes forgets your threats.",
        "Curioso: nunca deixa passar uma vitória, às vezes esquece as suas ameaças.",
    ),
    "animal.coruja": (
        "Watches you closely and looks a few moves ahead.",
        "Observa você de perto e olha alguns lances à frente.",
    ),
    "animal.graxaim": (
        "Quick and sly: sees every threat, and plans short.",
        "Ligeiro e esperto: vê toda ameaça, mas planeja curto.",
    ),
    "animal.jaguatirica": (
        "Patient hunter: waits for your mistake.",
        "Caçadora paciente: espera o seu erro.",
    ),
    "animal.lobo-guara": (
        "Long legs: looks far and seldom stumbles.",
        "Pernas longas: olha longe e raramente tropeça.",
    ),
    "animal.onca": (
        "The strongest there is here. Good luck!",
        "A mais forte que há por aqui. Boa sorte!",
    ),
    "animal.picture": ("{name}, drawn", "Desenho de {name}"),
    "animal.play": ("Play against {name}", "Jogar contra {name}"),
}
