import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Totals of the returns screen, in the sense of items_returns_idx: with a due date, the protocol not cancelled. The
    -- total of a department is the sum over the pairs that have it on either side.
    create table return_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status)
    ) with (fillfactor = 50);
    create index return_totals_destination_department_id_idx on return_totals (destination_department_id);

    create view expected.return_totals as
      select p.origin_department_id, p.destination_department_id, i.status, count(*)::int as n
      from items i join protocols p on p.id = i.protocol_id
      where i.return_date is not null and p.status <> 'Cancelado'
      group by 1, 2, 3;

    -- The copies that items and history carry.
    create view expected.item_copies as
      select i.id, p.origin_department_id, p.destination_department_id, p.status = 'Cancelado' as in_cancelled_protocol
      from items i join protocols p on p.id = i.protocol_id;

    create view expected.history_copies as
      select h.id, p.origin_department_id, p.destination_department_id
      from history h join protocols p on p.id = h.protocol_id;

    create view expected.item_counters as
      select p.id,
        count(i.id)::int as total_items,
        (count(*) filter (where i.status = 'pendente'))::int as pending_items,
        (count(*) filter (where i.status = 'retornado'))::int as returned_items,
        (count(*) filter (where i.status = 'concluído'))::int as completed_items,
        (count(*) filter (where i.status = 'cancelado'))::int as cancelled_items,
        (count(*) filter (where i.status = 'pendente' and i.responsible_id is null))::int as unassigned_items,
        min(i.return_date) filter (where i.status = 'pendente') as next_return_date
      from protocols p left join items i on i.protocol_id = p.id
      group by p.id;
  `.execute(db)
}
