import type { Asset } from '../api/contract/assets.ts'
import type { ListPage, ListQuery } from '../api/contract/list.ts'
import { abilityOf, can } from '../machines/session/ability.ts'
import { DEFAULT_LAYOUT } from '../machines/views/layout.ts'
import { createAssetColumns, toAssetPhoneItem } from '../ui/asset-list/asset-columns.tsx'
import { createAssetFilters } from '../ui/asset-list/asset-filters.tsx'
import { ASSET_LIST_BASE, BULK_PERMISSIONS } from '../ui/asset-list/asset-list.ts'
import { ASSET_SIBLING_LINKS } from '../ui/asset-list/asset-list-shape.ts'
import { Logo } from '../ui/kit/Logo.tsx'
import { PageHead } from '../ui/kit/layout/PageHead.tsx'
import { CreateButton, SecondaryCreateMenu } from '../ui/list/actions/CreateButton.tsx'
import type { ListDefinition } from '../ui/list/definition.ts'
import { FilterBar } from '../ui/list/filters/FilterBar.tsx'
import { PhoneFilters } from '../ui/list/filters/PhoneFilters.tsx'
import { ScopeTabs } from '../ui/list/filters/ScopeTabs.tsx'
import footStyles from '../ui/list/ListFoot.module.css'
import { ListFoot } from '../ui/list/ListFoot.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import view from '../ui/list/ListView.module.css'
import type { ListToolbarProps } from '../ui/list/list-toolbar-props.ts'
import { SiblingLinks } from '../ui/list/SiblingLinks.tsx'
import { DataTable } from '../ui/list/table/DataTable.tsx'
import { ItemList } from '../ui/list/table/ItemList.tsx'
import { useListTranslate } from '../ui/list/use-list-translate.ts'
import { getSortableColumns, SortMenu } from '../ui/list/views/SortMenu.tsx'
import shell from '../ui/shell/Shell.module.css'

export interface FirstPaintAssetListProps {
  query: ListQuery
  page: ListPage<Asset>
  token: string
  userId: string
  /** Whether the navigation rail is collapsed. */
  isNarrow: boolean
  isPhone: boolean
}

const noop = () => {}

/** Asset list inside the shell, with the same components and content as the app's first render. */
export function FirstPaintAssetList({ query, page, token, userId, isNarrow, isPhone }: FirstPaintAssetListProps) {
  const translate = useListTranslate()
  const ability = abilityOf(token)
  const readsApplications = can(ability, 'read', 'Application')
  const readsTags = can(ability, 'read', 'Tag')
  const canSelect = Object.values(BULK_PERMISSIONS).some((right) => can(ability, ...right))
  const stubApi = { list: noop, get: noop } as never
  const filters = createAssetFilters({
    applications: readsApplications ? stubApi : null,
    tags: readsTags ? stubApi : null,
  })
  const { totalDocs, totalPages } = page.pagination
  const lookups = { nameOf: readsApplications ? () => '…' : null, tags: readsTags ? new Map() : null, me: userId }
  const list = {
    ...ASSET_LIST_BASE,
    columns: createAssetColumns(lookups),
    phone: (asset: Asset) => toAssetPhoneItem(asset, lookups),
    open: noop,
  } as unknown as ListDefinition<Asset>
  const canReorder = can(ability, 'update', 'Asset') && readsApplications
  const listProps = {
    list,
    rows: page.data,
    skeletons: 0,
    isBusy: false,
    onAction: noop,
    groupsOf: () => [],
    selection: canSelect ? { ids: new Set<string>(), isAll: false, onRow: noop, onAll: noop, clear: noop } : undefined,
  }
  const footer = (
    <ListFoot
      query={query}
      paging="pager"
      rows={page.data.length}
      totalPages={totalPages}
      total={totalDocs}
      onPage={noop}
      onLimit={noop}
      onPaging={noop}
      hint={canReorder && <span className={footStyles.hint}>{translate('assets.orderHint')}</span>}
    />
  )
  return (
    <div className={shell.app} data-rail={isNarrow ? 'min' : 'full'}>
      <header className={isPhone ? shell.topbar : shell.rail}>
        {isPhone ? (
          <Logo name={translate('app.name')} />
        ) : (
          <div className={shell.brand}>
            <Logo {...(isNarrow ? {} : { name: translate('app.name') })} />
          </div>
        )}
      </header>
      <main className={shell.sheet}>
        <PageHead
          title={translate(list.title)}
          keepsCrumb
          scopes={
            !isPhone && (
              <>
                <ScopeTabs filters={filters} filter={{}} onChange={noop} />
                {can(ability, 'delete', 'Asset') && <SiblingLinks pages={ASSET_SIBLING_LINKS} />}
              </>
            )
          }
          total={translate('list.total', { n: totalDocs })}
          actions={
            <>
              <ListToolbar
                {...({ list, arranged: list, layout: DEFAULT_LAYOUT, isGrid: false } as ListToolbarProps<Asset>)}
                isPhone={isPhone}
              />
              {isPhone && <SortMenu columns={getSortableColumns(list, {})} order={query.order} onSort={noop} />}
              <CreateButton create={list.create} isCompact={isPhone} onOpenDialog={noop} />
              <SecondaryCreateMenu actions={list.secondaryCreateActions ?? []} isPhone={isPhone} onOpenDialog={noop} />
            </>
          }
        />
        {isPhone ? (
          <PhoneFilters filters={filters} filter={{}} onChange={noop} onApply={noop} />
        ) : (
          <FilterBar filters={filters} filter={{}} onChange={noop} onClear={noop} />
        )}
        <div className={view.body} data-density={isPhone ? undefined : DEFAULT_LAYOUT.density}>
          <div className={view.split}>
            <div className={view.view}>
              <section
                className={view.scroller}
                data-scroller=""
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container has to be reachable by keyboard
                tabIndex={0}
                aria-label={translate(list.title)}
              >
                {isPhone ? (
                  <div className={view.known}>
                    <ItemList {...listProps} isGrid={false} />
                  </div>
                ) : (
                  <div className={view.held}>
                    <DataTable {...listProps} order={query.order} onSort={noop} onWidth={noop} onPlace={noop} />
                  </div>
                )}
                {isPhone && footer}
              </section>
            </div>
          </div>
        </div>
        {!isPhone && footer}
      </main>
      {isPhone && (
        // Placeholder with the height of the tab bar that the app renders here.
        <div className={shell.tabbar} aria-hidden="true">
          <span className={shell.place} />
        </div>
      )}
    </div>
  )
}
