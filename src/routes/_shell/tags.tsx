import { ImagesSquareIcon } from '@phosphor-icons/react/ImagesSquare'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { type NewTag, TAG_ORDERS, type Tag, type TagColor, type tags } from '../../api/contract/tags.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../../ui/context.ts'
import { numberFormat } from '../../ui/formats.ts'
import { Button } from '../../ui/kit/Button.tsx'
import { Chip } from '../../ui/kit/Chip.tsx'
import { shownPart } from '../../ui/kit/part.ts'
import type { FilterDefinition, ListDefinition, ListShape, RowAction } from '../../ui/list/definition.ts'
import { askAhead } from '../../ui/list/held-rows.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../ui/list/search.ts'
import { tagRow } from '../../ui/tags/find-tag.ts'
import { DELETE, tagBulk } from '../../ui/tags/tag-bulk.tsx'
import { listWords } from '../../ui/words/list.ts'
import { tagsWords } from '../../ui/words/tags.ts'
import type { RouteContext } from '../__root.tsx'

type TagRow = ReturnType<typeof tagRow>
type TagQuery = NonNullable<Input<typeof tags.list>['query']>

const TagDialog = shownPart(async () => (await import('../../ui/tags/TagDialog.tsx')).TagDialog)
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
  staticData: { nav: { word: 'nav.tags', icon: 'tags', order: 2, needs: ['read', 'Tag'] } },
  component: Tags,
})

function Tags() {
  const { api } = Route.useRouteContext()
  const { session, translate, language } = useAtelier()
  const navigate = Route.useNavigate()
  const token = useSelector(session, ({ context }) => context.data?.token)
  /** The tag whose dialog is open; `new` makes one. */
  const [edited, edit] = useState<Tag | 'new' | null>(null)
  const [revision, setRevision] = useState(0)
  const list = useMemo((): ListDefinition<TagRow, 'search'> => {
    const ability = abilityOf(token)
    const assetsOf = ({ tagId }: Tag) => ({ to: '/assets', search: { filter: { tag: [tagId] } } }) as const
    const create = may(ability, 'create', 'Tag') && (
      <Button variant="ink" icon={<PlusIcon weight="bold" />} onClick={() => edit('new')}>
        {translate('tags.new')}
      </Button>
    )
    const actions = (tag: TagRow): RowAction[][] => [
      [
        {
          id: 'assets',
          type: 'click',
          title: 'tags.assets',
          icon: <ImagesSquareIcon />,
          onAction: () => navigate(assetsOf(tag)),
        },
      ],
      [
        ...(may(ability, 'update', 'Tag')
          ? [
              {
                id: 'rename',
                type: 'click',
                title: 'tags.rename',
                icon: <PencilSimpleIcon />,
                onAction: () => void edit(tag),
              } as const,
            ]
          : []),
        ...(may(ability, 'delete', 'Tag')
          ? [
              {
                id: 'delete',
                type: 'bulk',
                title: 'tags.delete',
                icon: <TrashIcon />,
                color: 'bad',
                value: DELETE,
              } as const,
            ]
          : []),
      ],
    ]
    return {
      ...SHAPE,
      filters: FILTERS,
      id: TAGS,
      title: 'tags.title',
      failed: 'tags.failed',
      empty: { text: 'tags.empty', action: create },
      headActions: create,
      revision,
      nameOf: ({ name }) => name,
      open: (tag) => navigate(assetsOf(tag)),
      actions,
      bulk: tagBulk(ability, (tagId, options) => api.tags.remove({ tagId }, options)),
      columns: [
        {
          field: 'name',
          headerName: 'tags.tag',
          sortable: true,
          kind: 'text',
          cell: (name, tag) => <Link {...assetsOf(tag)}>{name}</Link>,
        },
        {
          field: 'color',
          headerName: 'tags.color',
          width: 200,
          cell: (color) => <Chip pigment={color as TagColor}>{translate(`tags.color.${color}`)}</Chip>,
        },
        {
          field: 'assetCount',
          headerName: 'tags.count',
          width: 140,
          sortable: true,
          kind: 'number',
          tooltip: 'tags.count.tip',
          headerAlign: 'right',
          cellAlign: 'right',
          cell: (count) => numberFormat(language).format(count as number),
        },
      ],
      phone: (tag: TagRow) => ({
        name: <Link {...assetsOf(tag)}>{tag.name}</Link>,
        aside: translate('tags.onAssets', { n: tag.assetCount }),
        line: <Chip pigment={tag.color as TagColor}>{translate(`tags.color.${tag.color}`)}</Chip>,
      }),
      loadPage: pageOf(api),
    }
  }, [api, token, translate, language, navigate, revision])
  const save = (body: NewTag) =>
    edited === 'new' || edited === null ? api.tags.create({ body }) : api.tags.update({ tagId: edited.tagId, body })
  return (
    <>
      <ListPage list={list} />
      {edited && (
        <TagDialog
          tag={edited === 'new' ? undefined : edited}
          save={save}
          onSaved={() => {
            edit(null)
            setRevision(revision + 1)
          }}
          onClose={() => edit(null)}
        />
      )}
    </>
  )
}
