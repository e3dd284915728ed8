import * as v from 'valibot'
import { lineOfText } from '../../api/contract/text.ts'
import { MAX_VIEW_NAME } from '../../api/contract/views.ts'
import { Layout } from './layout.ts'

/** A way to look at a list that has a name: its filter and order as the address has them, and its columns. */
export const SavedView = v.object({
  name: lineOfText(MAX_VIEW_NAME),
  search: v.object({ filter: v.optional(v.record(v.string(), v.unknown())), order: v.optional(v.string()) }),
  layout: Layout,
  /** Everybody who may read the list is shown it. */
  isShared: v.optional(v.boolean()),
})
export type SavedView = v.InferOutput<typeof SavedView>

const SHARED = '#view='

/** What a shared link says beside filter and order: the view's name and columns, as the part behind the `#`. */
export const viewHash = ({ name, layout }: SavedView): string =>
  SHARED + encodeURIComponent(JSON.stringify({ name, layout }))

/** Reads {@link viewHash}; anything else is `undefined`. */
export function readViewHash(hash: string): Pick<SavedView, 'name' | 'layout'> | undefined {
  if (!hash.startsWith(SHARED)) return undefined
  try {
    const given: unknown = JSON.parse(decodeURIComponent(hash.slice(SHARED.length)))
    const read = v.safeParse(v.pick(SavedView, ['name', 'layout']), given)
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
