import { type BulkAction, eachRow } from '../list/bulk.ts'
import type { ActionOf } from '../list/definition.ts'
import type { TagRow } from './find-tag.ts'

const DELETE = 'delete'

/** The question for a tag's name and colour: of a row, or of a new one. */
export const EDIT = 'edit'

/** The question for the tag that takes a row's place. */
export const MERGE = 'merge'

/** The menu of a tag's row; `open` shows the assets that carry it. */
export const tagActions = (open: (tag: TagRow) => void): readonly (readonly ActionOf<TagRow>[])[] => [
  [{ id: 'assets', title: 'tags.assets', icon: 'images', run: (tag) => void open(tag) }],
  [
    { id: 'rename', title: 'tags.rename', icon: 'edit', needs: ['update', 'Tag'], question: EDIT },
    { id: 'merge', title: 'tags.merge', icon: 'tag', needs: ['delete', 'Tag'], question: MERGE },
    { id: 'delete', title: 'tags.delete', icon: 'delete', color: 'bad', needs: ['delete', 'Tag'], bulk: DELETE },
  ],
]

/**
 * What can be done to tags, one or several. `remove` rejects with `ApiError`; with `keepalive` the call outlives the page.
 */
export const tagBulk = (
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>,
): readonly BulkAction<TagRow>[] => [
  {
    id: DELETE,
    title: 'tags.delete',
    icon: 'delete',
    color: 'bad',
    needs: ['delete', 'Tag'],
    perform: (work) => eachRow(work, (id) => remove(id, { keepalive: work.isLeaving })),
    done: 'tags.deleted',
    failed: 'tags.notDeleted',
  },
]
