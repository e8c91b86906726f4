export { protocolsQuery, receiveProtocol } from '../protocols/protocols.api.ts'
