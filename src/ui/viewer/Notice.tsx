import css from './Notice.module.css'
import type { ViewerError } from './viewer-error.ts'
import { say, type ViewerWords } from './words.ts'

/** Props of `Notice`; `picture` is an image that stands in for the model. */
export interface NoticeProps {
  failure: ViewerError
  words: ViewerWords
  picture?: string | undefined
  onRetry: () => void
}

/** Says in one sentence why nothing is shown, and offers another try where that may help. */
export function Notice({ failure, words, picture, onRetry }: NoticeProps) {
  const notice = (
    <div className={css.notice} role="alert">
      <p>{sentenceFor(failure, words)}</p>
      {failure.reason === 'unreachable' && (
        <button type="button" className={css.retry} onClick={onRetry}>
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
