import type { RecentChange } from '../../api/contract/audit.ts'
import type { MessageKey } from '../message-key.ts'

/** Fields whose change has its own message, most significant first. A new model also changes the figures and icon. */
const FIELDS_BY_PRIORITY = [
  'modelUrl',
  'name',
  'type',
  'gender',
  'tags',
  'applications',
  'iconUrl',
  'textureUrl',
  'psdUrl',
  'defaultAuthorized',
] as const
const ACTIONS = ['created', 'deleted', 'locked', 'restored', 'reverted', 'unlocked'] as const

/** Returns the message key of a change, with placeholders `{who}` and `{asset}`. Several changed fields share one message. */
export function messageKeyOfChange({
  action,
  fields,
}: Pick<RecentChange, 'action' | 'fields'>): MessageKey<'dashboard'> {
  const knownAction = ACTIONS.find((it) => it === action)
  if (knownAction) return `home.did.${knownAction}`
  const knownFields = FIELDS_BY_PRIORITY.filter((field) => fields.includes(field))
  const [first] = knownFields
  return first && (knownFields.length === 1 || first === 'modelUrl') ? `home.changed.${first}` : 'home.did.updated'
}
