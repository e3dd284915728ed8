import css from './Notice.module.css'
import type { ViewerError } from './viewer-error.ts'
import { formatMessage, type ViewerWords } from './viewer-words.ts'

/** Props of `Notice`. `picture` is an image shown in place of the model; `retryMessage` is the message during a retry. */
export interface NoticeProps {
  failure: ViewerError
  words: ViewerWords
  picture?: string | undefined
  retryMessage?: string | undefined
  onRetry: () => void
}

/**
 * Shows why no model is displayed, with a retry button if the file was unreachable. The button stays mounted during a retry, so
 * that the button retains the focus.
 */
export function Notice({ failure, words, picture, retryMessage, onRetry }: NoticeProps) {
  const notice = (
    <div className={css.notice} role={retryMessage ? 'status' : 'alert'}>
      <p>{retryMessage ?? failureMessage(failure, words)}</p>
      {failure.reason === 'unreachable' && (
        <button
          type="button"
          className={css.retry}
          aria-disabled={retryMessage !== undefined || undefined}
          onClick={retryMessage === undefined ? onRetry : undefined}
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

function failureMessage({ reason, fbxVersion }: ViewerError, words: ViewerWords): string {
  if (fbxVersion !== undefined) return formatMessage(words.oldFbx, { version: fbxVersion })
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
