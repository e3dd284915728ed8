import { MAX_ASSETS_MERGED_SYNCHRONOUSLY } from '../../api/contract/tags.ts'
import { type BulkAction, callForEachRow } from '../list/bulk-action.ts'
import type { RowActionDefinition } from '../list/definition.ts'
import type { TagRow } from './find-tag.ts'

/**
 * Id of the bulk action that deletes tags of few assets. Also the name of the dialog that deletes a tag of many assets with a
 * job.
 */
export const DELETE_TAG_ACTION = 'delete'

/** Name of the dialog for the name and colour of a tag or a new tag. */
export const EDIT_TAG_DIALOG = 'edit'

export const MERGE_TAG_DIALOG = 'merge'

/** Returns whether one request can delete the tag. Such a deletion is delayed until Undo expires. */
const hasFewAssets = ({ assetCount }: TagRow) => assetCount <= MAX_ASSETS_MERGED_SYNCHRONOUSLY

const DELETE_ACTION_BASE = {
  id: DELETE_TAG_ACTION,
  title: 'tags.delete',
  icon: 'delete',
  color: 'bad',
  needs: ['delete', 'Tag'],
} as const

/** Returns the menu of a tag's row. `open` shows the assets with that tag. */
export const createTagActions = (open: (tag: TagRow) => void): readonly (readonly RowActionDefinition<TagRow>[])[] => [
  [{ id: 'assets', title: 'tags.assets', icon: 'images', run: (tag) => void open(tag) }],
  [
    { id: 'rename', title: 'tags.rename', icon: 'edit', needs: ['update', 'Tag'], dialog: EDIT_TAG_DIALOG },
    { id: 'merge', title: 'tags.merge', icon: 'tag', needs: ['delete', 'Tag'], dialog: MERGE_TAG_DIALOG },
    { ...DELETE_ACTION_BASE, appliesTo: hasFewAssets, bulk: DELETE_TAG_ACTION },
    {
      ...DELETE_ACTION_BASE,
      id: 'delete from many',
      appliesTo: (tag) => !hasFewAssets(tag),
      dialog: DELETE_TAG_ACTION,
    },
  ],
]

/**
 * Returns the bulk actions on tags. `remove` rejects with `ApiError`. With `keepalive`, its request continues after the page
 * unloads.
 */
export const createTagBulkActions = (
  remove: (id: string, options: { keepalive: boolean }) => Promise<unknown>,
): readonly BulkAction<TagRow>[] => [
  {
    ...DELETE_ACTION_BASE,
    appliesTo: hasFewAssets,
    skippedMessage: 'tags.tooMany',
    perform: (request) => callForEachRow(request, (id) => remove(id, { keepalive: request.isLeaving })),
    done: 'tags.deleted',
    failed: 'tags.notDeleted',
  },
]
