import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/** How often a page says that it is still there, in milliseconds, and after how long without a word nobody is taken to be. */
export const PRESENT_EVERY_MS = 15_000
export const PRESENT_FOR_MS = 45_000

/** So many people of an asset are named, those who came first; `total` counts the others too. */
export const MOST_PRESENT = 20

/** Name of the server-sent event that says: who is at an asset has changed. It has no id, and its data is {@link PresenceNews}. */
export const PRESENCE = 'presence'
export const PresenceNews = v.object({ assetId: v.string() })

/** Somebody else at the same asset. Name and address are for those who change assets too. */
export const PresentPerson = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  isEditing: v.boolean(),
})
export type PresentPerson = v.InferOutput<typeof PresentPerson>

/** So many assets one question is about, and so many people of each are named to lists, those who edit first. */
export const MOST_ASKED = 100
export const MOST_IN_LISTS = 3

/** An asset at which somebody else is; `total` counts those who are not named too. */
export const PresentAt = v.object({ assetId: v.string(), people: v.array(PresentPerson), total: v.number() })
export type PresentAt = v.InferOutput<typeof PresentAt>

export const presence = {
  list: endpoint({
    method: 'GET',
    path: 'v1/presence',
    summary:
      'Who else looks at or edits some assets, at most 100: those where somebody is, as far as the caller may read them. Guests are not told. It says nothing of the caller.',
    access: 'session',
    query: v.strictObject({
      assetId: v.pipe(
        v.union([Id, v.pipe(v.array(Id), v.maxLength(MOST_ASKED))]),
        v.transform((given) => (Array.isArray(given) ? given : [given])),
      ),
    }),
    returns: v.object({ data: v.array(PresentAt) }),
  }),
  announce: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/presence',
    summary:
      'Says that the caller looks at an asset, edits it (where they may change it) or left it, for 45 s, and answers who else is there. Guests are not told. `tab` is any text that tells one page of a person from another.',
    access: 'session',
    body: v.strictObject({ tab: Id, is: v.picklist(['looking', 'editing', 'gone']) }),
    returns: v.object({ people: v.array(PresentPerson), total: v.number() }),
  }),
}
