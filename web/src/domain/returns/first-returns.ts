export { returnsQuery } from './returns.api.ts'
