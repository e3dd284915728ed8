import { useId } from 'react'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { Button } from '../kit/Button.tsx'
import { bodiesMessages } from '../messages/bodies.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './Bodies.module.css'

export interface CageListProps {
  cages: readonly CageMesh[]
  /** Id of the shown cage; an empty string for none. */
  chosen: string
  onChoose: (id: string) => void
  onReplace: ((cage: CageMesh) => void) | undefined
}

/** Cages of a body with their purpose and check result. The chosen cage is shown over the body. */
export function CageList({ cages, chosen, onChoose, onReplace }: CageListProps) {
  const translate = useTranslate(bodiesMessages)
  const group = useId()
  const cageLabel = ({ assetType }: CageMesh) => translate(assetType ? `asset.type.${assetType}` : 'cage.whole')
  return (
    <section>
      <h2 className={styles.title}>{translate('bodies.cages')}</h2>
      {cages.length === 0 ? (
        <p className={styles.why}>{translate('cage.none')}</p>
      ) : (
        <div role="radiogroup" aria-label={translate('cage.shown')} className={styles.cages}>
          {cages.map((cage) => (
            <div key={cage.id} className={styles.line}>
              <label className={styles.cage}>
                <input type="radio" name={group} checked={cage.id === chosen} onChange={() => onChoose(cage.id)} />
                <span>
                  <b>{cageLabel(cage)}</b>
                  <small>
                    {translate('cage.vertices', { n: cage.vertices })} · <TimeAgo at={cage.updatedAt} />
                  </small>
                  <small>{translate(cage.assetType ? 'cage.checked.part' : 'cage.checked.whole')}</small>
                </span>
              </label>
              {onReplace && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={translate('cage.replace.of', { cage: cageLabel(cage) })}
                  onClick={() => onReplace(cage)}
                >
                  {translate('cage.replace')}
                </Button>
              )}
            </div>
          ))}
          <div className={styles.line}>
            <label className={styles.cage}>
              <input type="radio" name={group} checked={chosen === ''} onChange={() => onChoose('')} />
              <span>
                <b>{translate('cage.bare')}</b>
              </span>
            </label>
          </div>
        </div>
      )}
    </section>
  )
}
