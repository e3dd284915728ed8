import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { TAG_ORDERS, type tags } from '../../api/contract/tags.ts'
import { shownPart } from '../../ui/kit/part.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { askAhead } from '../../ui/list/held-rows.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../ui/list/search.ts'
import { type TagRow, tagRow } from '../../ui/tags/find-tag.ts'
import { DELETE, EDIT, MERGE, tagActions, tagBulk } from '../../ui/tags/tag-actions.ts'
import { assetsOf, TAG_COLUMNS, tagOnPhone } from '../../ui/tags/tag-columns.tsx'
import { listWords } from '../../ui/words/list.ts'
import { tagsWords } from '../../ui/words/tags.ts'
import type { RouteContext } from '../__root.tsx'

type TagQuery = NonNullable<Input<typeof tags.list>['query']>

const TagDialog = shownPart(async () => (await import('../../ui/tags/TagDialog.tsx')).TagDialog)
const TagMerge = shownPart(async () => (await import('../../ui/tags/TagMerge.tsx')).TagMerge)
const TagDelete = shownPart(async () => (await import('../../ui/tags/TagDelete.tsx')).TagDelete)
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'tags.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = { filters: FILTERS, sortable: TAG_ORDERS, order: { name: 'asc' } }
const TAGS = 'tags'

const pageOf =
  (api: RouteContext['api']): ListDefinition<TagRow>['loadPage'] =>
  async ({ page, limit, order, filter }, signal) => {
    const query = { page, limit, order: formatOrder(order), ...filter } as TagQuery
    const { data, pagination } = await api.tags.list({ query }, { signal })
    return { data: data.map(tagRow), pagination }
  }

export const Route = createFileRoute('/_shell/tags')({
  validateSearch: listSearch(SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: askAhead(cause, atelier.kept, TAGS, toQuery(search, SHAPE), pageOf(api)),
  }),
  loader: ({ context: { rows, learn } }) => Promise.all([rows, learn(listWords, tagsWords)]),
  staticData: { nav: { word: 'nav.tags', icon: 'tags', order: 2, needs: ['read', 'Tag'], counts: true } },
  component: Tags,
})

function Tags() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<TagRow, 'search'> => {
    const open = (tag: TagRow) => void navigate(assetsOf(tag))
    return {
      ...SHAPE,
      filters: FILTERS,
      id: TAGS,
      title: 'tags.title',
      failed: 'tags.failed',
      empty: { text: 'tags.empty' },
      create: { title: 'tags.new', needs: ['create', 'Tag'], question: EDIT },
      nameOf: ({ name }) => name,
      open,
      actions: tagActions(open),
      bulk: tagBulk((tagId, options) => api.tags.remove({ tagId }, options)),
      questions: {
        [EDIT]: ({ row, onAnswered, onClose }) => (
          <TagDialog
            tag={row ?? undefined}
            save={(body) => (row ? api.tags.update({ tagId: row.tagId, body }) : api.tags.create({ body }))}
            onSaved={onAnswered}
            onClose={onClose}
          />
        ),
        [MERGE]: ({ row, onAnswered, onClose }) =>
          row && <TagMerge tag={row} calls={api} onMerged={onAnswered} onClose={onClose} />,
        [DELETE]: ({ row, onAnswered, onClose }) =>
          row && <TagDelete tag={row} calls={api} onDeleted={onAnswered} onClose={onClose} />,
      },
      columns: TAG_COLUMNS,
      phone: tagOnPhone,
      phonePicture: 'none',
      loadPage: pageOf(api),
    }
  }, [api, navigate])
  return <ListPage list={list} />
}
