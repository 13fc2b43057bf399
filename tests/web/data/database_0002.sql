BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE analyses (
	game VARCHAR(24) NOT NULL, 
	version INTEGER NOT NULL, 
	found TEXT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "analyses" VALUES('game00',5,'{"data": {"en": {"chances": [0.5]}}}');
CREATE TABLE drafts (
	id VARCHAR(24) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	based_on VARCHAR(200) NOT NULL, 
	text TEXT NOT NULL, 
	good TEXT NOT NULL, 
	history TEXT NOT NULL, 
	trial VARCHAR(24), 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	changed DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "drafts" VALUES('draft00','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','flying-tapatan','Flying Tapatan','tapatan','family = "alignment"
origin = "Philippines"
source = "Schütz (2020), after Giordani and Ribas (2014)"
based-on = ["tapatan"]

[board]
grid  = [3, 3]
lines = "alquerque"

[setup]
board = "x1o/o1x/x1o"

[turn]
do = "step"

[[end]]
when   = { align = 3 }
result = "owner wins"

[draw]
repetition  = 3
no-progress = 120

# What players read.

[text.en]
name = "Flying Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Flying Tapatan"
sides = ["Brancas", "Pretas"]

','family = "alignment"
origin = "Philippines"
source = "Schütz (2020), after Giordani and Ribas (2014)"
based-on = ["tapatan"]

[board]
grid  = [3, 3]
lines = "alquerque"

[setup]
board = "x1o/o1x/x1o"

[turn]
do = "step"

[[end]]
when   = { align = 3 }
result = "owner wins"

[draw]
repetition  = 3
no-progress = 120

# What players read.

[text.en]
name = "Flying Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Flying Tapatan"
sides = ["Brancas", "Pretas"]

','["family = \"alignment\"\norigin = \"Philippines\"\nsource = \"Sch\u00fctz (2020), after Giordani and Ribas (2014)\"\nbased-on = [\"tapatan\"]\n\n[board]\ngrid  = [3, 3]\nlines = \"alquerque\"\n\n[setup]\nboard = \"x1o/o1x/x1o\"\n\n[turn]\ndo = \"step\"\n\n[[end]]\nwhen   = { align = 3 }\nresult = \"owner wins\"\n\n[draw]\nrepetition  = 3\nno-progress = 120\n\n# What players read.\n\n[text.en]\nname = \"Flying Tapatan\"\nsides = [\"White\", \"Black\"]\n\n[text.pt-BR]\nname = \"Flying Tapatan\"\nsides = [\"Brancas\", \"Pretas\"]\n\n"]','game08',1,'2026-11-17 22:56:20.490972','2026-11-17 22:56:20.490974');
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	called VARCHAR(200) NOT NULL, 
	rules VARCHAR(80) NOT NULL, 
	file TEXT, 
	based_on VARCHAR(200) NOT NULL, 
	start TEXT NOT NULL, 
	parent VARCHAR(24), 
	parent_ply INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	seed BIGINT NOT NULL, 
	first_player VARCHAR(200) NOT NULL, 
	second_player VARCHAR(200) NOT NULL, 
	first_name VARCHAR(60) NOT NULL, 
	second_name VARCHAR(60) NOT NULL, 
	first_seat VARCHAR(64), 
	second_seat VARCHAR(64), 
	first_owner VARCHAR(64), 
	second_owner VARCHAR(64), 
	plies INTEGER NOT NULL, 
	result VARCHAR(8), 
	reason VARCHAR(40) NOT NULL, 
	offer VARCHAR(16) NOT NULL, 
	undone TEXT NOT NULL, 
	hinted BOOLEAN NOT NULL, 
	turning BOOLEAN NOT NULL, 
	paused BOOLEAN NOT NULL, 
	pace FLOAT NOT NULL, 
	clock FLOAT, 
	increment FLOAT NOT NULL, 
	first_left FLOAT NOT NULL, 
	second_left FLOAT NOT NULL, 
	turned FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	changed DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('game00','tic-tac-toe','f635b9e86facf3f9',NULL,'','',NULL,0,'shared',12345,'human','human','Ana','Bia',NULL,NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',5,'first','align','','',0,0,0,1.0,NULL,0.0,0.0,0.0,0.0,6,'2026-11-17 22:56:20.421520','2026-11-17 22:56:20.432534');
INSERT INTO "games" VALUES('game01','tapatan','3c800a7557523987',NULL,'','',NULL,0,'computer',7,'human','level:3','Ana','',NULL,NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',NULL,2,NULL,'','','b1-c1',1,0,0,1.0,NULL,0.0,0.0,0.0,0.0,5,'2026-11-17 22:56:20.440329','2026-11-17 22:56:20.448858');
INSERT INTO "games" VALUES('game02','hex:size=5','1183a1e1bbc1b31c',NULL,'','',NULL,0,'link',12345,'human','human','Ana','',NULL,'d6811788cef20bead0f700e622bd35b2cbab8c01643b4d40e8fcdaf193c2551b','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',NULL,0,NULL,'','','',0,0,0,1.0,300.0,2.0,300.0,300.0,0.0,1,'2026-11-17 22:56:20.453859','2026-11-17 22:56:20.453862');
INSERT INTO "games" VALUES('game03','tic-tac-toe','f635b9e86facf3f9',NULL,'','',NULL,0,'link',12345,'human','human','Ana','Bia',NULL,NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','e18431606a21fa92d44f11e8a4fa870426d8c9f07803ec17526989ad95720435',3,NULL,'','draw first','',0,0,0,1.0,60.0,1.0,53.5,56.0,1790000012.5,6,'2026-11-17 22:56:20.454510','2026-11-17 22:56:20.460917');
INSERT INTO "games" VALUES('game04','kalah','1906d98b1f893193',NULL,'','',NULL,0,'computer',12345,'level:2','human','','Bia',NULL,NULL,NULL,'e18431606a21fa92d44f11e8a4fa870426d8c9f07803ec17526989ad95720435',1,'first','resignation','','',0,0,0,1.0,NULL,0.0,0.0,0.0,0.0,3,'2026-11-17 22:56:20.465595','2026-11-17 22:56:20.468399');
INSERT INTO "games" VALUES('game05','tapatan','3c800a7557523987',NULL,'','',NULL,0,'watch',12345,'level:1','random','','',NULL,NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0,NULL,'','','',0,0,1,0.15,NULL,0.0,0.0,0.0,0.0,2,'2026-11-17 22:56:20.470709','2026-11-17 22:56:20.471395');
INSERT INTO "games" VALUES('game06','tic-tac-toe','f635b9e86facf3f9',NULL,'','','game00',2,'shared',12345,'human','human','','',NULL,NULL,'e18431606a21fa92d44f11e8a4fa870426d8c9f07803ec17526989ad95720435','e18431606a21fa92d44f11e8a4fa870426d8c9f07803ec17526989ad95720435',2,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,0.0,0.0,1,'2026-11-17 22:56:20.472661','2026-11-17 22:56:20.472663');
INSERT INTO "games" VALUES('game07','tic-tac-toe','f635b9e86facf3f9',NULL,'','',NULL,0,'link',12345,'human','human','','','f4b6bb6548129dacf11c1a9c4dffffefd4aa6b21fcf4e9754cc03b731cbe7c25','2c7d3470d617514ede9f8b07e2912811351e6efe42cdc07b661a790b6659d486',NULL,NULL,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,0.0,0.0,1,'2026-11-17 22:56:20.473602','2026-11-17 22:56:20.473604');
INSERT INTO "games" VALUES('game08','flying-tapatan','3c800a7557523987','family = "alignment"
origin = "Philippines"
source = "Schütz (2020), after Giordani and Ribas (2014)"
based-on = ["tapatan"]

[board]
grid  = [3, 3]
lines = "alquerque"

[setup]
board = "x1o/o1x/x1o"

[turn]
do = "step"

[[end]]
when   = { align = 3 }
result = "owner wins"

[draw]
repetition  = 3
no-progress = 120

# What players read.

[text.en]
name = "Flying Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Flying Tapatan"
sides = ["Brancas", "Pretas"]

','tapatan','',NULL,0,'computer',12345,'human','level:2','','',NULL,NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',NULL,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,0.0,0.0,1,'2026-11-17 22:56:20.489136','2026-11-17 22:56:20.489145');
CREATE TABLE moves (
	game VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	move VARCHAR(200) NOT NULL, 
	"by" VARCHAR(8) NOT NULL, 
	seconds FLOAT NOT NULL, 
	thinking TEXT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('game00',1,'a1','first',0.0,'');
INSERT INTO "moves" VALUES('game00',2,'a2','second',0.0,'');
INSERT INTO "moves" VALUES('game00',3,'b1','first',0.0,'');
INSERT INTO "moves" VALUES('game00',4,'b2','second',0.0,'');
INSERT INTO "moves" VALUES('game00',5,'c1','first',0.0,'');
INSERT INTO "moves" VALUES('game01',1,'a1-b1','first',0.0,'');
INSERT INTO "moves" VALUES('game01',2,'c1-b2','second',0.2,'{"seconds": 0.2, "player": "level:3", "level": 3, "name": "Tatu", "nodes": 64}');
INSERT INTO "moves" VALUES('game03',1,'b2','first',0.0,'');
INSERT INTO "moves" VALUES('game03',2,'a1','second',5.0,'');
INSERT INTO "moves" VALUES('game03',3,'c3','first',7.5,'');
INSERT INTO "moves" VALUES('game04',1,'1','first',0.1,'{"seconds": 0.1, "player": "level:2"}');
INSERT INTO "moves" VALUES('game06',1,'a1','first',0.0,'');
INSERT INTO "moves" VALUES('game06',2,'a2','second',0.0,'');
CREATE TABLE results (
	game VARCHAR(24) NOT NULL, 
	side VARCHAR(8) NOT NULL, 
	visitor VARCHAR(64) NOT NULL, 
	player VARCHAR(60) NOT NULL, 
	opponent VARCHAR(60) NOT NULL, 
	called VARCHAR(200) NOT NULL, 
	result VARCHAR(8) NOT NULL, 
	reason VARCHAR(40) NOT NULL, 
	plies INTEGER NOT NULL, 
	day DATETIME NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "results" VALUES('game00','first','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','Ana','Bia','tic-tac-toe','win','align',5,'2026-09-21 14:13:20.000000');
INSERT INTO "results" VALUES('game00','second','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','Bia','Ana','tic-tac-toe','loss','align',5,'2026-09-21 14:13:20.000000');
INSERT INTO "results" VALUES('game04','second','e18431606a21fa92d44f11e8a4fa870426d8c9f07803ec17526989ad95720435','Bia','level:2','kalah','loss','resignation',1,'2026-09-21 14:13:32.500000');
CREATE TABLE visitors (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "visitors" VALUES('24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','Ana','2026-11-17 22:56:20.491426');
CREATE INDEX games_of_first ON games (first_owner, changed);
CREATE INDEX games_of_second ON games (second_owner, changed);
CREATE INDEX ix_games_parent ON games (parent);
CREATE INDEX results_of_visitor ON results (visitor, player, called);
CREATE INDEX drafts_of_owner ON drafts (owner, changed);
COMMIT;
