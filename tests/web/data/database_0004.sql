BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE analyses (
	game VARCHAR(24) NOT NULL, 
	version INTEGER NOT NULL, 
	found TEXT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
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
INSERT INTO "drafts" VALUES('KSfglLCVfeeV','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','tapatan','Tapatan','tapatan','family = "alignment"
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
name = "Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Tapatan"
sides = ["Brancas", "Pretas"]

[text.es]
name = "Tapatan"
sides = ["Blancas", "Negras"]

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
name = "Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Tapatan"
sides = ["Brancas", "Pretas"]

[text.es]
name = "Tapatan"
sides = ["Blancas", "Negras"]

','[]','game05',1,'2026-11-18 05:59:41.304713','2026-11-18 05:59:41.304717');
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
	turned FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	changed DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('game00','tic-tac-toe','f635b9e86facf3f9',NULL,'','',NULL,0,'computer',7,1,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,2,'2026-11-18 05:59:41.067605','2026-11-18 05:59:41.254807');
INSERT INTO "games" VALUES('game01','tic-tac-toe','f635b9e86facf3f9',NULL,'','',NULL,0,'computer',7,1,'second','resignation','','',0,0,0,1.0,NULL,0.0,0.0,3,'2026-11-18 05:59:41.085669','2026-11-18 05:59:41.163244');
INSERT INTO "games" VALUES('game02','alquerque','c466bbd579e198b0',NULL,'','',NULL,0,'computer',7,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,1,'2026-11-18 05:59:41.200156','2026-11-18 05:59:41.200156');
INSERT INTO "games" VALUES('game03','tapatan/free','d5361999df11003b',NULL,'','',NULL,0,'computer',7,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,1,'2026-11-18 05:59:41.208191','2026-11-18 05:59:41.208191');
INSERT INTO "games" VALUES('game04','tapatan','3c800a7557523987',NULL,'','',NULL,0,'watch',7,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,1,'2026-11-18 05:59:41.213709','2026-11-18 05:59:41.213709');
INSERT INTO "games" VALUES('game05','tapatan','3c800a7557523987','family = "alignment"
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
name = "Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Tapatan"
sides = ["Brancas", "Pretas"]

[text.es]
name = "Tapatan"
sides = ["Blancas", "Negras"]

','tapatan','',NULL,0,'computer',2453629241469643515,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,1,'2026-11-18 05:59:41.317625','2026-11-18 05:59:41.317625');
INSERT INTO "games" VALUES('game06','tapatan','3c800a7557523987','family = "alignment"
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
name = "Tapatan"
sides = ["White", "Black"]

[text.pt-BR]
name = "Tapatan"
sides = ["Brancas", "Pretas"]

[text.es]
name = "Tapatan"
sides = ["Blancas", "Negras"]

','tapatan','',NULL,0,'computer',4253406769708318506,0,NULL,'','','',0,0,0,1.0,NULL,0.0,0.0,1,'2026-11-18 05:59:41.405407','2026-11-18 05:59:41.405407');
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
INSERT INTO "moves" VALUES('game01',1,'b2','first',0.0,'');
INSERT INTO "moves" VALUES('game00',1,'b2','first',0.001,'{"seconds": 0.001, "player": "level:3", "level": 3, "name": "Jaguatirica", "nodes": 818}');
CREATE TABLE "results" (
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
	PRIMARY KEY (game, side)
);
INSERT INTO "results" VALUES('game01','first','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','Ana','level:2','tic-tac-toe','loss','resignation',1,'2026-11-18 05:59:41.162184');
INSERT INTO "results" VALUES('game99','first','24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac','Ana','level:3','tapatan','loss','resignation',1,'2026-11-18 05:59:41.185046');
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	side VARCHAR(8) NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	invitation VARCHAR(64), 
	owner VARCHAR(64), 
	remaining FLOAT NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('game00','first','level:3','',NULL,NULL,0.0);
INSERT INTO "seats" VALUES('game00','second','human','Ana',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game01','first','human','Ana',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game01','second','level:2','',NULL,NULL,0.0);
INSERT INTO "seats" VALUES('game02','first','human','Ana',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game02','second','level:4','',NULL,NULL,0.0);
INSERT INTO "seats" VALUES('game03','first','human','Ana',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game03','second','level:3','',NULL,NULL,0.0);
INSERT INTO "seats" VALUES('game04','first','level:2','',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game04','second','random','',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game05','first','human','',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game05','second','level:2','',NULL,NULL,0.0);
INSERT INTO "seats" VALUES('game06','first','human','',NULL,'24d4b96f58da6d4a8512313bbd02a28ebf0ca95dec6e4c86ef78ce7f01e788ac',0.0);
INSERT INTO "seats" VALUES('game06','second','level:3','',NULL,NULL,0.0);
CREATE TABLE visitors (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX ix_games_parent ON games (parent);
CREATE INDEX drafts_of_owner ON drafts (owner, changed);
CREATE INDEX seats_of_owner ON seats (owner);
CREATE INDEX results_of_visitor ON results (visitor, player, called);
CREATE INDEX games_by_change ON games (changed);
CREATE INDEX drafts_by_change ON drafts (changed);
COMMIT;
