import type { RecentChange } from '../../api/contract/audit.ts'

/** Fields whose change has a sentence of its own, the one that says most first: with a model its numbers and icon change. */
const TOLD = [
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

/** The sentence of a change, with the holes `{who}` and `{asset}`; of a change of several things that it changed. */
export function changeWord({ action, fields }: Pick<RecentChange, 'action' | 'fields'>): string {
  const done = ACTIONS.find((it) => it === action)
  if (done) return `home.did.${done}`
  const told = TOLD.filter((field) => fields.includes(field))
  const [first] = told
  return first && (told.length === 1 || first === 'modelUrl') ? `home.changed.${first}` : 'home.did.updated'
}
