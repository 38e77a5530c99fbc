-- the rules by which it was decided whether the message's words are withheld; null: those of a version that did not keep it
ALTER TABLE messages ADD COLUMN withholding_version TEXT;
