import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useEffect, useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { copyText } from '../kit/copy-text.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import { buildEmbedCode, EMBED_KINDS, type EmbedKind } from './embed-code.ts'
import styles from './Playground.module.css'

/** Time in milliseconds for which "Copied" is shown. */
const COPIED_MS = 1600

/** Props of {@link EmbedCode}. `hasPlaceholderUrl` is true if the code contains a placeholder for the URL of a local file. */
export interface EmbedCodeProps {
  options: Partial<ViewerOptions>
  hasPlaceholderUrl: boolean
}

/** Code that embeds the current model in another page. */
export function EmbedCode({ options, hasPlaceholderUrl }: EmbedCodeProps) {
  const translate = useTranslate(lookMessages)
  const [embedding, setEmbedding] = useState<EmbedKind>('react')
  const [copied, setCopied] = useState<'done' | 'failed' | null>(null)
  const code = buildEmbedCode(embedding, options, location.origin)
  useEffect(() => {
    if (copied !== 'done') return
    const timer = setTimeout(() => setCopied(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => copyText(code).then((isCopied) => setCopied(isCopied ? 'done' : 'failed'))
  return (
    <section aria-labelledby="playground-embed">
      <h2 className={styles.title} id="playground-embed">
        {translate('playground.embed')}
      </h2>
      <SegmentedControl
        label={translate('playground.embed')}
        size="sm"
        wide
        items={EMBED_KINDS.map((id) => ({ id, label: translate(`playground.embed.${id}`) }))}
        value={embedding}
        onChange={setEmbedding}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={translate(`playground.embed.${embedding}`)}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      {hasPlaceholderUrl && <p className={styles.hint}>{translate('playground.embed.file')}</p>}
      {copied === 'failed' && (
        <p className={styles.fault} role="alert">
          {translate('playground.embed.failed')}
        </p>
      )}
      <Button icon={copied === 'done' ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
        {translate(copied === 'done' ? 'playground.embed.copied' : 'playground.embed.copy')}
      </Button>
      <VisuallyHidden live="polite">{copied === 'done' ? translate('playground.embed.copied') : ''}</VisuallyHidden>
    </section>
  )
}
