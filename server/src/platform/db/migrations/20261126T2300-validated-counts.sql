-- Added as not valid by 20261126T1100; validating reads the items once.
alter table items validate constraint items_count_is_whole;
