-- Private games are in nobody else's lists, and not every game between people is rated.
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated BIGINT NOT NULL DEFAULT 1;
