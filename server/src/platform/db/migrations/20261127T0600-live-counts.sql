-- What is open in a department is counted from the rows of its lists (sql/figures.sql). Only the whole organisation's protocols
-- by due date are still summed.

drop table folded.waiting_protocols cascade;
drop table folded.due_returns cascade;

-- Protocols of the whole organisation by the earliest due date of their open items: the number of late ones.
create table folded.due_everywhere (
  next_return_date date primary key,
  n int not null
) with (fillfactor = 70);
-- For the fold, which deletes rows that count nothing any more.
create index due_everywhere_empty_idx on folded.due_everywhere (next_return_date) where n = 0;

insert into folded.due_everywhere select next_return_date, n from folded.due_protocols where department_id = 0 and n <> 0;
drop table folded.due_protocols cascade;

-- The returns of the whole organisation by due date: its calendar and totals.
create index open_returns_monthly_return_date_idx on folded.open_returns_monthly (return_date) include (n_origin)
  where n_origin <> 0;
