import type { Progress } from '../../machines/rules/model-source.ts'
import { shareOf } from './bytes.ts'
import css from './DotLoader.module.css'
import { DIAL, DOTS } from './dial.ts'
import { say, type ViewerWords } from './words.ts'

/** Fewer bytes than this would read as 0.0 MB. */
const LEAST_TOLD = 0.1 * 1024 * 1024

/** How long the dots rest at first, in milliseconds: what has arrived by then needs none that run. */
const STILL = 500

/** Props of `DotLoader`; `progress` is null while nothing has arrived. */
export interface DotLoaderProps {
  progress: Progress | null
  words: ViewerWords
  /** Leaves out the card, for where another says that something loads. */
  isSaidElsewhere?: boolean
}

/** What is done with what is to be shown: fetched, or made into a model. */
export const loadingWord = (progress: Progress | null, words: ViewerWords): string =>
  hasArrived(progress) ? words.preparing : words.loading

const hasArrived = (progress: Progress | null): boolean => progress !== null && shareOf(progress) === 1

/**
 * Dots run round the turntable's edge where the model will stand; a small card says how much has arrived. They rest once
 * everything has: the page then needs all it has for the first picture, which moving dots were seen to hold up by a fifth.
 */
export function DotLoader({ progress, words, isSaidElsewhere = false }: DotLoaderProps) {
  const isResting = hasArrived(progress)
  return (
    <>
      <svg
        className={css.dots}
        data-resting={isResting || undefined}
        viewBox={`0 0 ${DIAL.width} ${DIAL.height}`}
        aria-hidden="true"
      >
        {DOTS.map(({ index, x, y, radius }) => (
          <circle
            key={index}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={radius.toFixed(1)}
            style={{ animationDelay: `${STILL + index * 57}ms` }}
          />
        ))}
      </svg>
      {!isSaidElsewhere && (
        <div className={css.card} role="status">
          <b>{loadingWord(progress, words)}</b>
          {progress && !isResting && progress.done >= LEAST_TOLD && <span>{arrived(progress, words)}</span>}
        </div>
      )}
    </>
  )
}

/** How much has arrived, in words; in megabytes of 1024 × 1024 bytes, and as a share of a hundred. */
export function arrived(progress: Progress, words: ViewerWords): string {
  const { done, total } = progress
  const share = shareOf(progress)
  if (total === null || share === null) return say(words.progressUnknown, { done: megabytes(done, words) })
  return say(words.progress, {
    done: megabytes(done, words),
    total: megabytes(total, words),
    share: Math.floor(share * 100),
  })
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

const megabytes = (bytes: number, { locale = 'en' }: ViewerWords) =>
  (bytes / 1024 / 1024).toLocaleString(locale, ONE_DECIMAL)
