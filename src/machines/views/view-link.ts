import * as v from 'valibot'
import { textLine } from '../../api/contract/text.ts'
import { MAX_VIEW_NAME_LENGTH } from '../../api/contract/views.ts'
import { ListLayout } from './layout.ts'

/** Named view of a list: filter and order in URL format, and layout. */
export const SavedView = v.object({
  name: textLine(MAX_VIEW_NAME_LENGTH),
  search: v.object({ filter: v.optional(v.record(v.string(), v.unknown())), order: v.optional(v.string()) }),
  layout: ListLayout,
  /** Whether all users with access to the list see the view. */
  isShared: v.optional(v.boolean()),
})
export type SavedView = v.InferOutput<typeof SavedView>

const VIEW_HASH_PREFIX = '#view='

/** Returns the URL fragment of a shared link, which contains the view's name and layout. */
export const formatViewHash = ({ name, layout }: SavedView): string =>
  VIEW_HASH_PREFIX + encodeURIComponent(JSON.stringify({ name, layout }))

/** Parses the fragment of {@link formatViewHash}. Returns `undefined` for anything else. */
export function readViewHash(hash: string): Pick<SavedView, 'name' | 'layout'> | undefined {
  if (!hash.startsWith(VIEW_HASH_PREFIX)) return undefined
  try {
    const json: unknown = JSON.parse(decodeURIComponent(hash.slice(VIEW_HASH_PREFIX.length)))
    const parsed = v.safeParse(v.pick(SavedView, ['name', 'layout']), json)
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
