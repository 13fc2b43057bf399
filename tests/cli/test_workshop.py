"""`remix` and `smell` at the front door."""


def test_a_game_is_copied_into_ones_own_folder(run, own_folder):
    answer = run("remix", "tapatan", "--as", "Meu Tapatan", "--json")
    file = own_folder / "games" / "meu-tapatan.toml"
    assert answer.code == 0
    assert answer.json == {
        "file": str(file), "name": "meu-tapatan", "title": "Meu Tapatan", "based_on": ["tapatan"], "ok": True,
    }  # fmt: skip
    assert 'based-on = ["tapatan"]' in file.read_text("utf-8")
    assert run("check", str(file), "--games", "5").code == 0


def test_nothing_is_written_over_unasked(run, own_folder):
    assert run("remix", "tapatan", "--as", "Mine").code == 0
    refused = run("remix", "tapatan", "--as", "Mine", "--lang", "pt-BR")
    assert refused.code == 2
    assert "já existe" in refused.err
    assert run("remix", "tapatan", "--as", "Mine", "--force").code == 0


def test_a_copy_can_be_written_to_the_screen(run):
    answer = run("remix", "hex:size=5", "-o", "-")
    assert answer.code == 0
    assert "hex = [5, 5]" in answer.out


def test_the_smell_of_a_game(run):
    answer = run("smell", "tic-tac-toe", "--seconds", "1", "--json", "--lang", "pt-BR")
    assert answer.json["game"] == "tic-tac-toe"
    assert answer.json["findings"][0]["text"] == "Começa: o primeiro jogador tem 9 lances."


def test_bad_rules_are_an_honest_no(run, tmp_path):
    file = tmp_path / "walk.toml"
    file.write_text(
        'board.grid = [3, 3]\nsetup.board = "x2/3/2o"\nturn.do = "step"\ndraw.length = 100\n', "utf-8"
    )
    answer = run("smell", str(file), "--seconds", "0.5")
    assert answer.code == 1
    assert "✗ Nobody ever won." in answer.out


def test_rules_without_a_text_are_told(run, own_folder):
    run("remix", "tapatan", "--as", "Mine")
    answer = run("rules", str(own_folder / "games" / "mine.toml"), "--lang", "pt-BR")
    assert "3 peças próprias em linha" in answer.out


def test_unknown_games_are_bad_input(run):
    assert run("smell", "no-such-game").code == 2
    assert run("remix", "no-such-game").code == 2
