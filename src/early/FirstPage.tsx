import type { Asset } from '../api/contract/assets.ts'
import type { ListPage, ListQuery } from '../api/contract/list.ts'
import { abilityOf, may } from '../machines/rules/ability.ts'
import { PLAIN_LAYOUT } from '../machines/rules/layout.ts'
import { assetColumns, assetOnPhone } from '../ui/asset-list/asset-columns.tsx'
import { assetFilters } from '../ui/asset-list/asset-filters.tsx'
import { ASSET_LIST, BULK_NEEDS } from '../ui/asset-list/asset-list.ts'
import { BESIDE_ASSETS } from '../ui/asset-list/asset-shape.ts'
import { useAtelier } from '../ui/context.ts'
import { Logo } from '../ui/kit/Logo.tsx'
import { PageHead } from '../ui/kit/PageHead.tsx'
import { CreateButton, OtherWays } from '../ui/list/CreateButton.tsx'
import { DataTable } from '../ui/list/DataTable.tsx'
import type { ListDefinition } from '../ui/list/definition.ts'
import { FilterBar } from '../ui/list/FilterBar.tsx'
import { ItemList } from '../ui/list/ItemList.tsx'
import footStyles from '../ui/list/ListFoot.module.css'
import { ListFoot } from '../ui/list/ListFoot.tsx'
import { ListTools } from '../ui/list/ListTools.tsx'
import view from '../ui/list/ListView.module.css'
import type { ListToolsProps } from '../ui/list/list-tools.ts'
import { PhoneFilters } from '../ui/list/PhoneFilters.tsx'
import { ScopeTabs } from '../ui/list/ScopeTabs.tsx'
import { SiblingLinks } from '../ui/list/SiblingLinks.tsx'
import { SortMenu, sortHeads } from '../ui/list/SortMenu.tsx'
import shell from '../ui/shell/Shell.module.css'

/** Props of {@link FirstPage}. */
export interface FirstPageProps {
  query: ListQuery
  page: ListPage<Asset>
  token: string
  me: string
  /** The rail is folded. */
  isNarrow: boolean
  isPhone: boolean
}

const noop = () => {}

/** The list of assets as the app draws it first: the same views, in the frame that the shell and the list have there. */
export function FirstPage({ query, page, token, me, isNarrow, isPhone }: FirstPageProps) {
  const { translate } = useAtelier()
  const ability = abilityOf(token)
  const readsApplications = may(ability, 'read', 'Application')
  const readsTags = may(ability, 'read', 'Tag')
  const canSelect = Object.values(BULK_NEEDS).some((need) => may(ability, ...need))
  const found = { list: noop, get: noop } as never
  const filters = assetFilters({ applications: readsApplications ? found : null, tags: readsTags ? found : null })
  const { totalDocs, totalPages } = page.pagination
  const known = { nameOf: readsApplications ? () => '…' : null, tags: readsTags ? new Map() : null, me }
  const list = {
    ...ASSET_LIST,
    columns: assetColumns(known),
    phone: (asset: Asset) => assetOnPhone(asset, known),
    open: noop,
  } as unknown as ListDefinition<Asset>
  const waysThere = may(ability, 'update', 'Asset') && readsApplications
  const shown = {
    list,
    rows: page.data,
    skeletons: 0,
    isBusy: false,
    onAction: noop,
    groupsOf: () => [],
    selection: canSelect ? { ids: new Set<string>(), isAll: false, onRow: noop, onAll: noop, clear: noop } : undefined,
  }
  const foot = (
    <ListFoot
      query={query}
      paging="pager"
      rows={page.data.length}
      totalPages={totalPages}
      total={totalDocs}
      onPage={noop}
      onLimit={noop}
      onPaging={noop}
      hint={waysThere && <span className={footStyles.hint}>{translate('assets.orderHint')}</span>}
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
                {may(ability, 'delete', 'Asset') && <SiblingLinks pages={BESIDE_ASSETS} />}
              </>
            )
          }
          total={translate('list.total', { n: totalDocs })}
          actions={
            <>
              <ListTools
                {...({ list, arranged: list, layout: PLAIN_LAYOUT, isGrid: false } as ListToolsProps<Asset>)}
                isPhone={isPhone}
              />
              {isPhone && <SortMenu columns={sortHeads(list, {})} order={query.order} onSort={noop} />}
              <CreateButton create={list.create} isCompact={isPhone} onAsk={noop} />
              <OtherWays ways={list.otherWays ?? []} isPhone={isPhone} onAsk={noop} />
            </>
          }
        />
        {isPhone ? (
          <PhoneFilters filters={filters} filter={{}} onChange={noop} onApply={noop} />
        ) : (
          <FilterBar filters={filters} filter={{}} onChange={noop} onClear={noop} />
        )}
        <div className={view.body} data-density={isPhone ? undefined : PLAIN_LAYOUT.density}>
          <div className={view.split}>
            <div className={view.view}>
              <section
                className={view.scroller}
                data-scroller=""
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
                tabIndex={0}
                aria-label={translate(list.title)}
              >
                {isPhone ? (
                  <div className={view.known}>
                    <ItemList {...shown} isGrid={false} />
                  </div>
                ) : (
                  <div className={view.held}>
                    <DataTable {...shown} order={query.order} onSort={noop} onWidth={noop} onPlace={noop} />
                  </div>
                )}
                {isPhone && foot}
              </section>
            </div>
          </div>
        </div>
        {!isPhone && foot}
      </main>
      {isPhone && (
        // As high as the tabs that come.
        <div className={shell.tabbar} aria-hidden="true">
          <span className={shell.place} />
        </div>
      )}
    </div>
  )
}
