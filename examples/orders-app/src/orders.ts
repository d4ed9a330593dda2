import { ShapeStream } from '@electric-sql/client';

/** Follows the open orders of one customer. */
export function followOrders(url: string, customer: string): ShapeStream {
  return new ShapeStream({ url, params: { table: 'orders', where: 'customer = $1', params: [customer] } });
}
