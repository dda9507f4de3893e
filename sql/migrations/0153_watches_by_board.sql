-- A board that is due for one person is read once for everybody who watches it, so a run looks for all watches of a board.

create index watches_board_idx on watches (board);
