"""`remix` and `playtest`."""


def test_remix_copies_a_game_into_the_user_folder(run, own_folder):
    answer = run("remix", "tapatan", "--as", "Meu Tapatan", "--json")
    file = own_folder / "games" / "meu-tapatan.toml"
    assert answer.code == 0
    assert answer.json == {
        "file": str(file), "name": "meu-tapatan", "title": "Meu Tapatan", "based_on": ["tapatan"], "ok": True,
    }  # fmt: skip
    assert 'based-on = ["tapatan"]' in file.read_text("utf-8")
    assert run("check", str(file), "--games", "5").code == 0


def test_remix_does_not_overwrite_files(run, own_folder):
    assert run("remix", "tapatan", "--as", "Mine").code == 0
    refused = run("remix", "tapatan", "--as", "Mine", "--lang", "pt-BR")
    assert refused.code == 2
    assert "já existe" in refused.err
    assert run("remix", "tapatan", "--as", "Mine", "--force").code == 0


def test_remix_to_stdout(run):
    answer = run("remix", "hex:size=5", "-o", "-")
    assert answer.code == 0
    assert "hex = [5, 5]" in answer.out


def test_playtest_json_output(run):
    answer = run("playtest", "tic-tac-toe", "--seconds", "1", "--json", "--lang", "pt-BR")
    assert answer.json["game"] == "tic-tac-toe"
    assert answer.json["findings"][0]["text"] == "Começa: o primeiro jogador tem 9 lances."


def test_failed_playtest_exits_with_1(run, tmp_path):
    file = tmp_path / "walk.toml"
    file.write_text(
        'board.grid = [3, 3]\nsetup.board = "x2/3/2o"\nturn.do = "step"\ndraw.length = 100\n', "utf-8"
    )
    answer = run("playtest", str(file), "--seconds", "0.5")
    assert answer.code == 1
    assert "✗ Nobody ever won." in answer.out


def test_rules_without_a_text_are_generated(run, own_folder):
    run("remix", "tapatan", "--as", "Mine")
    answer = run("rules", str(own_folder / "games" / "mine.toml"), "--lang", "pt-BR")
    assert "3 peças próprias em linha" in answer.out


def test_unknown_games_exit_with_2(run):
    assert run("playtest", "no-such-game").code == 2
    assert run("remix", "no-such-game").code == 2
