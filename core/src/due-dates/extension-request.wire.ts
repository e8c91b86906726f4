import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import {
  extensionDecision,
  extensionRequest,
  extensionRequestFilter,
  newExtensionRequest,
} from './extension-request.ts'

export const extensionRequestWire = renamed(extensionRequest)
export const extensionRequestPageWire = pageOf(extensionRequestWire)
export const extensionRequestFilterWire = renamed(extensionRequestFilter)
export const newExtensionRequestWire = renamed(newExtensionRequest)
export const extensionDecisionWire = renamed(extensionDecision)
