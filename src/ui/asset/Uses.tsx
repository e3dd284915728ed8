import { Link } from '@tanstack/react-router'
import type { NamedAsset } from '../../api/contract/asset-use.ts'
import { useAtelier } from '../context.ts'
import { useAsking } from '../use-asking.ts'
import { PanelAnswer } from './PanelAnswer.tsx'
import styles from './Panels.module.css'
import type { PanelProps } from './panel-props.ts'

/** Where the asset is used, and which others share a file with it. */
export function Uses({ asset, work }: PanelProps) {
  const { translate } = useAtelier()
  const asking = useAsking({ about: 'uses', question: asset.updatedAt, ask: (_, signal) => work.uses(signal) })
  return (
    <PanelAnswer asking={{ ...asking, answer: asking.answer ?? asking.latest }}>
      {({ usage, duplicates }) => (
        <ul className={styles.rows}>
          <li>{translate('use.applications', { n: usage.applications })}</li>
          <li>{translate('use.wardrobes', { n: usage.wardrobes })}</li>
          <li>
            {translate('use.children', { n: usage.children.total })}
            <Names of={usage.children.assets} />
          </li>
          {asset.type === 'bodyshape' && (
            <li>
              {translate('use.asBody', { n: usage.asBody.total })}
              <Names of={usage.asBody.assets} />
            </li>
          )}
          {duplicates.length === 0 && <li>{translate('use.noDuplicates')}</li>}
          {duplicates.map(({ field, others }) => (
            <li key={field}>
              {translate(`use.same.${field}`, { n: others.length })}
              <Names of={others} />
            </li>
          ))}
        </ul>
      )}
    </PanelAnswer>
  )
}

function Names({ of }: { of: readonly NamedAsset[] }) {
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
