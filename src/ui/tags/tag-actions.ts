import { MERGED_AT_ONCE } from '../../api/contract/tags.ts'
import { type BulkAction, eachRow } from '../list/bulk.ts'
import type { ActionOf } from '../list/definition.ts'
import type { TagRow } from './find-tag.ts'

/** What deletes tags of few assets; and the question before one of many is, which is work of its own. */
export const DELETE = 'delete'

/** The question for a tag's name and colour: of a row, or of a new one. */
export const EDIT = 'edit'

/** The question for the tag that takes a row's place. */
export const MERGE = 'merge'

/** Deleting it is done by the end of the call, and held back until Undo has passed. */
const hasFew = ({ assetCount }: TagRow) => assetCount <= MERGED_AT_ONCE

const REMOVAL = {
  id: DELETE,
  title: 'tags.delete',
  icon: 'delete',
  color: 'bad',
  needs: ['delete', 'Tag'],
} as const

/** The menu of a tag's row; `open` shows the assets that carry it. */
export const tagActions = (open: (tag: TagRow) => void): readonly (readonly ActionOf<TagRow>[])[] => [
  [{ id: 'assets', title: 'tags.assets', icon: 'images', run: (tag) => void open(tag) }],
  [
    { id: 'rename', title: 'tags.rename', icon: 'edit', needs: ['update', 'Tag'], question: EDIT },
    { id: 'merge', title: 'tags.merge', icon: 'tag', needs: ['delete', 'Tag'], question: MERGE },
    { ...REMOVAL, fits: hasFew, bulk: DELETE },
    { ...REMOVAL, id: 'delete from many', fits: (tag) => !hasFew(tag), question: DELETE },
  ],
]

/**
 * What can be done to tags, one or several. `remove` rejects with `ApiError`; with `keepalive` the call outlives the page.
 */
export const tagBulk = (
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>,
): readonly BulkAction<TagRow>[] => [
  {
    ...REMOVAL,
    fits: hasFew,
    leftOut: 'tags.tooMany',
    perform: (work) => eachRow(work, (id) => remove(id, { keepalive: work.isLeaving })),
    done: 'tags.deleted',
    failed: 'tags.notDeleted',
  },
]
