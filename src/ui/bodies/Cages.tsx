import { useId } from 'react'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './Bodies.module.css'

/** Props of {@link Cages}. */
export interface CagesProps {
  cages: readonly CageMesh[]
  /** The id of the one that is shown; an empty text for none. */
  chosen: string
  onChoose: (id: string) => void
  /** Asks for another model for one; without it nothing is offered. */
  onReplace: ((cage: CageMesh) => void) | undefined
}

/** A body's cages, of which one is shown over it: what each is for, and what the check of each has said. */
export function Cages({ cages, chosen, onChoose, onReplace }: CagesProps) {
  const { translate } = useAtelier()
  const group = useId()
  const wordOf = ({ assetType }: CageMesh) => translate(assetType ? `asset.type.${assetType}` : 'cage.whole')
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
                  <b>{wordOf(cage)}</b>
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
                  aria-label={translate('cage.replace.of', { cage: wordOf(cage) })}
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
