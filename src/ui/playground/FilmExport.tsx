import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { FilmOptions, FilmType, Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'

/** Size of a video in pixels. MP4 requires even numbers. */
const FILM_SIZE_PX = { width: 720, height: 900 }

const FILM_SCENES = ['turn', 'entrance'] as const

export type FilmChoice = Pick<FilmOptions, 'of' | 'type' | 'background' | 'width' | 'height'>

export interface FilmExportProps {
  studio: Studio
  /** Whether the model has a spawn effect or animation. */
  hasEntrance: boolean
  /** Rendered fraction of the video, from 0 to 1; null if none is being rendered. */
  progress: number | null
  isDisabled: boolean
  onFilm: (choice: FilmChoice) => void
  onCancel: () => void
}

/** Options of a video: content, and formats that the browser can encode. */
export function FilmExport({ studio, hasEntrance, progress, isDisabled, onFilm, onCancel }: FilmExportProps) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const [scene, setScene] = useState<(typeof FILM_SCENES)[number]>('turn')
  const [chosenType, setChosenType] = useState<FilmType | null>(null)
  const [isTransparent, setTransparent] = useState(false)
  const { data: types } = useQuery({
    inspectorLabel: 'film types',
    queryKey: 'types',
    queryFn: () => studio.filmTypes(FILM_SIZE_PX),
  })
  if (types?.length === 0) return <p className={styles.hint}>{translate('examine.film.none')}</p>
  const type = types?.find((candidate) => candidate === chosenType) ?? types?.[0]
  const isFilming = progress !== null
  const of = hasEntrance ? scene : 'turn'
  const makeFilm = () =>
    onFilm({
      ...FILM_SIZE_PX,
      of,
      ...(type && { type }),
      ...(isTransparent && type === 'video/webm' && { background: 'transparent' }),
    })
  return (
    <fieldset className={styles.film}>
      <legend>{translate('examine.film')}</legend>
      {hasEntrance && (
        <SegmentedControl
          label={translate('examine.film.scene')}
          size="sm"
          wide
          isDisabled={isFilming}
          items={FILM_SCENES.map((id) => ({ id, label: translate(`examine.film.scene.${id}`) }))}
          value={scene}
          onChange={setScene}
        />
      )}
      {types && type && types.length > 1 && (
        <SegmentedControl
          label={translate('examine.film.format')}
          size="sm"
          wide
          isDisabled={isFilming}
          items={types.map((id) => ({ id, label: id === 'video/mp4' ? 'MP4' : 'WebM' }))}
          value={type}
          onChange={setChosenType}
        />
      )}
      {type === 'video/webm' && (
        <Switch
          label={translate('examine.film.clear')}
          size="sm"
          isDisabled={isFilming}
          isSelected={isTransparent}
          onChange={setTransparent}
        />
      )}
      <div className={styles.filming}>
        {isFilming && (
          <>
            <ProgressBar label={translate('examine.film')} value={progress} className={styles.filmed} />
            <span className={styles.figure}>{formatPercent(progress, language)}</span>
          </>
        )}
        {/* A single button starts and cancels, so that the focus stays on it. */}
        <Button size="sm" disabled={!isFilming && (isDisabled || !types)} onClick={isFilming ? onCancel : makeFilm}>
          {translate(isFilming ? 'action.cancel' : 'examine.film.make')}
        </Button>
      </div>
    </fieldset>
  )
}
