import css from './Notice.module.css'
import type { ViewerError } from './viewer-error.ts'
import { say, type ViewerWords } from './words.ts'

/** Props of `Notice`; `picture` is an image that stands in for the model, `trying` what is said while it is tried again. */
export interface NoticeProps {
  failure: ViewerError
  words: ViewerWords
  picture?: string | undefined
  trying?: string | undefined
  onRetry: () => void
}

/**
 * Says in one sentence why nothing is shown, and offers another try where that may help. While it is tried again the button
 * stays, so that the focus does, and a second failure is announced like the first.
 */
export function Notice({ failure, words, picture, trying, onRetry }: NoticeProps) {
  const notice = (
    <div className={css.notice} role={trying ? 'status' : 'alert'}>
      <p>{trying ?? sentenceFor(failure, words)}</p>
      {failure.reason === 'unreachable' && (
        <button
          type="button"
          className={css.retry}
          aria-disabled={trying !== undefined || undefined}
          onClick={trying === undefined ? onRetry : undefined}
        >
          {words.retry}
        </button>
      )}
    </div>
  )
  if (!picture) return notice
  return (
    <div className={css.standIn}>
      <img src={picture} alt="" />
      {notice}
    </div>
  )
}

function sentenceFor({ reason, fbxVersion }: ViewerError, words: ViewerWords): string {
  if (fbxVersion !== undefined) return say(words.oldFbx, { version: fbxVersion })
  switch (reason) {
    case 'webgl':
      return words.noWebgl
    case 'unreachable':
      return words.failed
    case 'toolarge':
      return words.tooLarge
    case 'external':
      return words.external
    case 'nothing':
      return words.nothing
    default:
      return words.refused
  }
}
