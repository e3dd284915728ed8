import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { TAG_SORT_FIELDS, type tags } from '../../api/contract/tags.ts'
import { lazyComponent } from '../../ui/kit/loading/lazy-module.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { ListRoute } from '../../ui/list/ListRoute.tsx'
import { createSearchValidator, searchToQuery } from '../../ui/list/state/list-search.ts'
import { prefetchRowsForRoute } from '../../ui/list/state/row-cache.ts'
import { listMessages } from '../../ui/messages/list.ts'
import { tagsMessages } from '../../ui/messages/tags.ts'
import { type TagRow, toTagRow } from '../../ui/tags/find-tag.ts'
import {
  createTagActions,
  createTagBulkActions,
  DELETE_TAG_ACTION,
  EDIT_TAG_DIALOG,
  MERGE_TAG_DIALOG,
} from '../../ui/tags/tag-actions.ts'
import { assetsLinkOfTag, TAG_COLUMNS, toTagPhoneItem } from '../../ui/tags/tag-columns.tsx'
import type { RouteContext } from '../__root.tsx'

type TagQuery = NonNullable<Input<typeof tags.list>['query']>

const TagDialog = lazyComponent(async () => (await import('../../ui/tags/TagDialog.tsx')).TagDialog)
const TagMerge = lazyComponent(async () => (await import('../../ui/tags/MergeTagDialog.tsx')).MergeTagDialog)
const TagDelete = lazyComponent(async () => (await import('../../ui/tags/DeleteTagDialog.tsx')).DeleteTagDialog)
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'tags.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = { filters: FILTERS, sortable: TAG_SORT_FIELDS, order: { name: 'asc' } }
const LIST_ID = 'tags'

const createLoadPage =
  (api: RouteContext['api']): ListDefinition<TagRow>['loadPage'] =>
  async ({ page, limit, order, filter }, signal) => {
    const query = { page, limit, order: formatOrder(order), ...filter } as TagQuery
    const { data, pagination } = await api.tags.list({ query }, { signal })
    return { data: data.map(toTagRow), pagination }
  }

export const Route = createFileRoute('/_shell/tags')({
  validateSearch: createSearchValidator(SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: prefetchRowsForRoute(cause, atelier.cache, LIST_ID, searchToQuery(search, SHAPE), createLoadPage(api)),
  }),
  loader: ({ context: { rows, loadMessages } }) => Promise.all([rows, loadMessages(listMessages, tagsMessages)]),
  staticData: { nav: { labelKey: 'nav.tags', icon: 'tags', order: 2, needs: ['read', 'Tag'], counts: true } },
  component: Tags,
})

function Tags() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<TagRow, 'search'> => {
    const open = (tag: TagRow) => void navigate(assetsLinkOfTag(tag))
    return {
      ...SHAPE,
      filters: FILTERS,
      id: LIST_ID,
      title: 'tags.title',
      failed: 'tags.failed',
      empty: { text: 'tags.empty' },
      create: { title: 'tags.new', needs: ['create', 'Tag'], dialog: EDIT_TAG_DIALOG },
      nameOf: ({ name }) => name,
      open,
      actions: createTagActions(open),
      bulk: createTagBulkActions((tagId, options) => api.tags.remove({ tagId }, options)),
      dialogs: {
        [EDIT_TAG_DIALOG]: ({ row, onAnswered, onClose }) => (
          <TagDialog
            tag={row ?? undefined}
            save={(body) => (row ? api.tags.update({ tagId: row.tagId, body }) : api.tags.create({ body }))}
            onSaved={onAnswered}
            onClose={onClose}
          />
        ),
        [MERGE_TAG_DIALOG]: ({ row, onAnswered, onClose }) =>
          row && <TagMerge tag={row} calls={api} onMerged={onAnswered} onClose={onClose} />,
        [DELETE_TAG_ACTION]: ({ row, onAnswered, onClose }) =>
          row && <TagDelete tag={row} calls={api} onDeleted={onAnswered} onClose={onClose} />,
      },
      columns: TAG_COLUMNS,
      phone: toTagPhoneItem,
      phonePicture: 'none',
      loadPage: createLoadPage(api),
    }
  }, [api, navigate])
  return <ListRoute list={list} />
}
