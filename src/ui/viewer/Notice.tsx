import css from './Notice.module.css'
import type { ViewerError } from './viewer-error.ts'
import { say, type ViewerWords } from './words.ts'

/** Props of `Notice`. */
export interface NoticeProps {
  failure: ViewerError
  words: ViewerWords
  onRetry: () => void
}

/** Says in one sentence why nothing is shown, and offers another try where that may help. */
export function Notice({ failure, words, onRetry }: NoticeProps) {
  return (
    <div className={css.notice} role="alert">
      <p>{sentenceFor(failure, words)}</p>
      {failure.reason === 'unreachable' && (
        <button type="button" className={css.retry} onClick={onRetry}>
          {words.retry}
        </button>
      )}
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
