import type { Asset } from '../api/contract/assets.ts'
import type { ListPage, ListQuery } from '../api/contract/list.ts'
import { abilityOf, may } from '../machines/rules/ability.ts'
import { PLAIN_LAYOUT } from '../machines/rules/layout.ts'
import { assetColumns } from '../ui/asset-list/asset-columns.tsx'
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
import foot from '../ui/list/ListFoot.module.css'
import { ListFoot } from '../ui/list/ListFoot.tsx'
import { ListTools } from '../ui/list/ListTools.tsx'
import view from '../ui/list/ListView.module.css'
import type { ListToolsProps } from '../ui/list/list-tools.ts'
import { ScopeTabs } from '../ui/list/ScopeTabs.tsx'
import { SiblingLinks } from '../ui/list/SiblingLinks.tsx'
import shell from '../ui/shell/Shell.module.css'

/** Props of {@link FirstPage}. */
export interface FirstPageProps {
  query: ListQuery
  page: ListPage<Asset>
  token: string
  me: string
  /** The rail is folded. */
  isNarrow: boolean
}

const noop = () => {}

/** The list of assets as the app draws it first: the same views, in the frame that the shell and the list have there. */
export function FirstPage({ query, page, token, me, isNarrow }: FirstPageProps) {
  const { translate } = useAtelier()
  const ability = abilityOf(token)
  const readsApplications = may(ability, 'read', 'Application')
  const readsTags = may(ability, 'read', 'Tag')
  const canSelect = Object.values(BULK_NEEDS).some((need) => may(ability, ...need))
  const found = { list: noop, get: noop } as never
  const filters = assetFilters({ applications: readsApplications ? found : null, tags: readsTags ? found : null })
  const { totalDocs, totalPages } = page.pagination
  const list = {
    ...ASSET_LIST,
    columns: assetColumns({ nameOf: readsApplications ? () => '…' : null, tags: readsTags ? new Map() : null, me }),
    open: noop,
  } as unknown as ListDefinition<Asset>
  const waysThere = may(ability, 'update', 'Asset') && readsApplications
  return (
    <div className={shell.app} data-rail={isNarrow ? 'min' : 'full'}>
      <header className={shell.rail}>
        <div className={shell.brand}>
          <Logo {...(isNarrow ? {} : { name: translate('app.name') })} />
        </div>
      </header>
      <main className={shell.sheet}>
        <PageHead
          title={translate(list.title)}
          keepsCrumb
          scopes={
            <>
              <ScopeTabs filters={filters} filter={{}} onChange={noop} />
              {may(ability, 'delete', 'Asset') && <SiblingLinks pages={BESIDE_ASSETS} />}
            </>
          }
          total={translate('list.total', { n: totalDocs })}
          actions={
            <>
              <ListTools
                {...({ list, arranged: list, layout: PLAIN_LAYOUT, isGrid: false } as ListToolsProps<Asset>)}
                isPhone={false}
              />
              <CreateButton create={list.create} onAsk={noop} />
              <OtherWays ways={list.otherWays ?? []} isPhone={false} onAsk={noop} />
            </>
          }
        />
        <FilterBar filters={filters} filter={{}} onChange={noop} onClear={noop} />
        <div className={view.body} data-density={PLAIN_LAYOUT.density}>
          <div className={view.split}>
            <div className={view.view}>
              <section
                className={view.scroller}
                data-scroller=""
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
                tabIndex={0}
                aria-label={translate(list.title)}
              >
                <div className={view.held}>
                  <DataTable
                    list={list}
                    rows={page.data}
                    order={query.order}
                    skeletons={0}
                    isBusy={false}
                    onSort={noop}
                    onAction={noop}
                    groupsOf={() => []}
                    onWidth={noop}
                    onPlace={noop}
                    selection={
                      canSelect ? { ids: new Set(), isAll: false, onRow: noop, onAll: noop, clear: noop } : undefined
                    }
                  />
                </div>
              </section>
            </div>
          </div>
        </div>
        <ListFoot
          query={query}
          paging="pager"
          rows={page.data.length}
          totalPages={totalPages}
          total={totalDocs}
          onPage={noop}
          onLimit={noop}
          onPaging={noop}
          hint={waysThere && <span className={foot.hint}>{translate('assets.orderHint')}</span>}
        />
      </main>
    </div>
  )
}
