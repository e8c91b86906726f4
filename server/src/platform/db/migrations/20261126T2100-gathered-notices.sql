-- How many notifications of a kind about one protocol this one stands for.
alter table notifications add column times int not null default 1;
