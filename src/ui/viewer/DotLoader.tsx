import type { Progress } from '../../machines/viewer/model-source.ts'
import { DIAL, LOADER_DOTS } from './camera/dial.ts'
import css from './DotLoader.module.css'
import { shareOf } from './load/read-source.ts'
import { formatMessage, type ViewerWords } from './viewer-words.ts'

/** Smallest loaded size that the card shows, in bytes. Smaller sizes could be displayed as 0.0 MB. */
const MIN_SHOWN_BYTES = 0.1 * 1024 * 1024

/** Delay before the dots start to move, in milliseconds. Models that load faster need no animation. */
const DOTS_DELAY_MS = 500

/** Props of `DotLoader`. `progress` is null until the first bytes have arrived. */
export interface DotLoaderProps {
  progress: Progress | null
  words: ViewerWords
  /** Hides the card where another element already shows the loading message. */
  hidesCard?: boolean
}

/** Returns the loading message: fetching, or preparing the model once all bytes have arrived. */
export const loadingText = (progress: Progress | null, words: ViewerWords): string =>
  isFullyLoaded(progress) ? words.preparing : words.loading

const isFullyLoaded = (progress: Progress | null): boolean => progress !== null && shareOf(progress) === 1

/**
 * Animates dots around the turntable's edge and shows the loading progress on a small card. The dots stop once all bytes have
 * arrived: in measurements, running dots delayed the first frame by a fifth.
 */
export function DotLoader({ progress, words, hidesCard = false }: DotLoaderProps) {
  const isLoaded = isFullyLoaded(progress)
  return (
    <>
      <svg
        className={css.dots}
        data-resting={isLoaded || undefined}
        viewBox={`0 0 ${DIAL.width} ${DIAL.height}`}
        aria-hidden="true"
      >
        {LOADER_DOTS.map(({ index, x, y, radius }) => (
          <circle
            key={index}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={radius.toFixed(1)}
            style={{ animationDelay: `${DOTS_DELAY_MS + index * 57}ms` }}
          />
        ))}
      </svg>
      {!hidesCard && (
        <div className={css.card} role="status">
          <b>{loadingText(progress, words)}</b>
          {progress && !isLoaded && progress.done >= MIN_SHOWN_BYTES && <span>{progressText(progress, words)}</span>}
        </div>
      )}
    </>
  )
}

/** Returns the progress message, in megabytes of 1024 × 1024 bytes and in percent. */
export function progressText(progress: Progress, words: ViewerWords): string {
  const { done, total } = progress
  const share = shareOf(progress)
  if (total === null || share === null) return formatMessage(words.progressUnknown, { done: megabytes(done, words) })
  return formatMessage(words.progress, {
    done: megabytes(done, words),
    total: megabytes(total, words),
    share: Math.floor(share * 100),
  })
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

const megabytes = (bytes: number, { locale = 'en' }: ViewerWords) =>
  (bytes / 1024 / 1024).toLocaleString(locale, ONE_DECIMAL)
