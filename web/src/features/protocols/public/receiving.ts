export { protocolsQuery, receiveProtocol } from '../protocols.api.ts'
