import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { formatPercent } from '../formats.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelParts } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import playground from './Playground.module.css'
import { listRenderedParts, rankCosts } from './part-rows.ts'

export interface CostRankingProps {
  parts: ModelParts
  onPart: (part: number) => void
  onTexture: (texture: number) => void
}

const COST_METRICS = ['triangles', 'memory'] as const

const MAX_COST_ROWS = 5

/** Ranking of the model's parts and textures by triangles or GPU memory. A press selects an entry. */
export function CostRanking({ parts, onPart, onTexture }: CostRankingProps) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const [metric, setMetric] = useState<(typeof COST_METRICS)[number]>('triangles')
  const sumBytes = (list: readonly { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0)
  const formatCost = (cost: number) =>
    metric === 'triangles' ? formatNumber(cost, language) : formatBytes(cost, language)
  return (
    <section aria-labelledby="examine-cost">
      <h2 className={playground.title} id="examine-cost">
        {translate('examine.cost')}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{translate('examine.cost.meshes')}</dt>
          <dd>{formatBytes(sumBytes(listRenderedParts(parts.root)), language)}</dd>
        </div>
        <div>
          <dt>{translate('examine.cost.textures')}</dt>
          <dd>{formatBytes(sumBytes(parts.textures), language)}</dd>
        </div>
      </dl>
      <SegmentedControl
        label={translate('examine.cost.most')}
        size="sm"
        wide
        items={COST_METRICS.map((id) => ({ id, label: translate(`examine.cost.${id}`) }))}
        value={metric}
        onChange={setMetric}
      />
      <ol className={styles.costs}>
        {rankCosts(parts, metric)
          .slice(0, MAX_COST_ROWS)
          .map(({ key, name, cost, share, part, texture }) => (
            <li key={key}>
              <button
                type="button"
                className={styles.cost}
                onClick={() => (part === undefined ? onTexture(texture!) : onPart(part))}
              >
                <span className={styles.name}>{name || translate('examine.unnamed')}</span>
                <span className={styles.figure}>
                  {formatCost(cost)} · {formatPercent(share, language)}
                </span>
                <i style={{ inlineSize: `${share * 100}%` }} />
              </button>
            </li>
          ))}
      </ol>
    </section>
  )
}
