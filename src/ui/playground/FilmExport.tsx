import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { Switch } from '../kit/Switch.tsx'
import { useAsking } from '../use-asking.ts'
import type { FilmOptions, FilmType, Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'

/** Pixels of a film: even, as MP4 asks. */
const SIZE = { width: 720, height: 900 }

const SCENES = ['turn', 'entrance'] as const

/** What a person chose for a film. */
export type FilmChoice = Pick<FilmOptions, 'of' | 'type' | 'background' | 'width' | 'height'>

/** Props of {@link FilmExport}. */
export interface FilmExportProps {
  studio: Studio
  /** The model comes in with an effect or an animation. */
  hasEntrance: boolean
  /** How much of the film is drawn, 0 to 1; null while none is made. */
  progress: number | null
  isDisabled: boolean
  onFilm: (choice: FilmChoice) => void
  onCancel: () => void
}

/** What a film shows and what it is saved as, of what this browser can make. */
export function FilmExport({ studio, hasEntrance, progress, isDisabled, onFilm, onCancel }: FilmExportProps) {
  const { translate, language } = useAtelier()
  const [scene, setScene] = useState<(typeof SCENES)[number]>('turn')
  const [wanted, setWanted] = useState<FilmType | null>(null)
  const [isClear, setClear] = useState(false)
  const { answer: types } = useAsking({
    about: 'film types',
    question: 'types',
    ask: () => studio.filmTypes(SIZE),
  })
  if (types?.length === 0) return <p className={styles.hint}>{translate('examine.film.none')}</p>
  const type = types?.find((one) => one === wanted) ?? types?.[0]
  const isFilming = progress !== null
  const of = hasEntrance ? scene : 'turn'
  const film = () =>
    onFilm({
      ...SIZE,
      of,
      ...(type && { type }),
      ...(isClear && type === 'video/webm' && { background: 'transparent' }),
    })
  return (
    <fieldset className={styles.film}>
      <legend>{translate('examine.film')}</legend>
      {hasEntrance && (
        <Segmented
          label={translate('examine.film.scene')}
          size="sm"
          wide
          isDisabled={isFilming}
          items={SCENES.map((id) => ({ id, label: translate(`examine.film.scene.${id}`) }))}
          value={scene}
          onChange={setScene}
        />
      )}
      {types && type && types.length > 1 && (
        <Segmented
          label={translate('examine.film.format')}
          size="sm"
          wide
          isDisabled={isFilming}
          items={types.map((id) => ({ id, label: id === 'video/mp4' ? 'MP4' : 'WebM' }))}
          value={type}
          onChange={setWanted}
        />
      )}
      {type === 'video/webm' && (
        <Switch
          label={translate('examine.film.clear')}
          size="sm"
          isDisabled={isFilming}
          isSelected={isClear}
          onChange={setClear}
        />
      )}
      <div className={styles.filming}>
        {isFilming && (
          <>
            <ProgressBar label={translate('examine.film')} value={progress} className={styles.filmed} />
            <span className={styles.figure}>{formatPercent(progress, language)}</span>
          </>
        )}
        {/* One button, so that the focus stays on it. */}
        <Button size="sm" disabled={!isFilming && (isDisabled || !types)} onClick={isFilming ? onCancel : film}>
          {translate(isFilming ? 'action.cancel' : 'examine.film.make')}
        </Button>
      </div>
    </fieldset>
  )
}
