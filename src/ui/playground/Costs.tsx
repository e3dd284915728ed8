import { useState } from 'react'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { formatPercent } from '../formats.ts'
import { Segmented } from '../kit/Segmented.tsx'
import type { ModelParts } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import playground from './Playground.module.css'
import { costsOf, drawnParts } from './part-rows.ts'

/** Props of {@link Costs}. */
export interface CostsProps {
  parts: ModelParts
  onPart: (part: number) => void
  onTexture: (texture: number) => void
}

const BY = ['triangles', 'memory'] as const

/** How many are listed. */
const FEW = 5

/** What of a model costs most on the graphics card; what is pressed is shown. */
export function Costs({ parts, onPart, onTexture }: CostsProps) {
  const { translate, language } = useAtelier()
  const [by, setBy] = useState<(typeof BY)[number]>('triangles')
  const sum = (list: readonly { bytes: number }[]) => list.reduce((all, { bytes }) => all + bytes, 0)
  const written = (cost: number) => (by === 'triangles' ? formatNumber(cost, language) : formatBytes(cost, language))
  return (
    <section aria-labelledby="examine-cost">
      <h2 className={playground.title} id="examine-cost">
        {translate('examine.cost')}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{translate('examine.cost.meshes')}</dt>
          <dd>{formatBytes(sum(drawnParts(parts.root)), language)}</dd>
        </div>
        <div>
          <dt>{translate('examine.cost.textures')}</dt>
          <dd>{formatBytes(sum(parts.textures), language)}</dd>
        </div>
      </dl>
      <Segmented
        label={translate('examine.cost.most')}
        size="sm"
        wide
        items={BY.map((id) => ({ id, label: translate(`examine.cost.${id}`) }))}
        value={by}
        onChange={setBy}
      />
      <ol className={styles.costs}>
        {costsOf(parts, by)
          .slice(0, FEW)
          .map(({ key, name, cost, share, part, texture }) => (
            <li key={key}>
              <button
                type="button"
                className={styles.cost}
                onClick={() => (part === undefined ? onTexture(texture!) : onPart(part))}
              >
                <span className={styles.name}>{name || translate('examine.unnamed')}</span>
                <span className={styles.figure}>
                  {written(cost)} · {formatPercent(share, language)}
                </span>
                <i style={{ inlineSize: `${share * 100}%` }} />
              </button>
            </li>
          ))}
      </ol>
    </section>
  )
}
