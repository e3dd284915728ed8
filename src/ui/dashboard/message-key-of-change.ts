import type { RecentChange } from '../../api/contract/audit.ts'
import type { MessageKey } from '../message-key.ts'

/** Fields whose change has its own message, most significant first. Replacing a model also changes statistics and icon. */
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

/**
 * Returns the message key of a change. The message has the placeholders `{who}` and `{asset}`. A change of several fields has one
 * message.
 */
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
