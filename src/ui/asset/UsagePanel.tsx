import { Link } from '@tanstack/react-router'
import type { AssetSummary } from '../../api/contract/asset-use.ts'
import { assetPanelsMessages } from '../messages/asset-panels.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'
import { PanelQueryContent } from './PanelQueryContent.tsx'
import type { PanelProps } from './panel-props.ts'

/** Panel with the uses of the asset, and the other assets that have a file in common with the asset. */
export function UsagePanel({ asset, panelCalls }: PanelProps) {
  const translate = useTranslate(assetPanelsMessages)
  const query = useQuery({
    inspectorLabel: 'uses',
    queryKey: asset.updatedAt,
    queryFn: (_, signal) => panelCalls.usage(signal),
  })
  return (
    <PanelQueryContent query={{ ...query, data: query.data ?? query.latestData }}>
      {({ usage, duplicates }) => (
        <ul className={styles.rows}>
          <li>{translate('use.applications', { n: usage.applications })}</li>
          <li>{translate('use.wardrobes', { n: usage.wardrobes })}</li>
          <li>
            {translate('use.children', { n: usage.children.total })}
            <AssetLinks of={usage.children.assets} />
          </li>
          {asset.type === 'bodyshape' && (
            <li>
              {translate('use.asBody', { n: usage.asBody.total })}
              <AssetLinks of={usage.asBody.assets} />
            </li>
          )}
          {duplicates.length === 0 && <li>{translate('use.noDuplicates')}</li>}
          {duplicates.map(({ field, others }) => (
            <li key={field}>
              {translate(`use.same.${field}`, { n: others.length })}
              <AssetLinks of={others} />
            </li>
          ))}
        </ul>
      )}
    </PanelQueryContent>
  )
}

function AssetLinks({ of }: { of: readonly AssetSummary[] }) {
  if (of.length === 0) return null
  return (
    <span className={styles.names}>
      {of.map(({ id, name }) => (
        <Link key={id} to="/assets/$id" params={{ id }}>
          {name}
        </Link>
      ))}
    </span>
  )
}
