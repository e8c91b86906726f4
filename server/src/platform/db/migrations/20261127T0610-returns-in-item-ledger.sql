-- Returned items with a category had a ledger of their own. Its table stays for servers of 1.0, which vacuum it.
alter table item_ledger
  -- Both null while not returned, so that items of several categories are one row.
  add column category_id int,
  add column returned_on date;

insert into folded.return_spans as t (category_id, destination_department_id, returned_on, sent_on, n, n_on_time)
select category_id, destination_department_id, returned_on, sent_on, sum(n), coalesce(sum(n) filter (where not is_late), 0)
from return_ledger group by 1, 2, 3, 4
on conflict (category_id, destination_department_id, returned_on, sent_on) do update
set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time;

insert into folded.category_return_spans as t (category_id, returned_on, sent_on, n, n_on_time)
select category_id, returned_on, sent_on, sum(n), coalesce(sum(n) filter (where not is_late), 0)
from return_ledger group by 1, 2, 3
on conflict (category_id, returned_on, sent_on) do update
set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time;

delete from return_ledger;
