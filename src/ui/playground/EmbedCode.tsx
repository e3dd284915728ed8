import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { copyText } from '../kit/copy-text.ts'
import { Segmented } from '../kit/Segmented.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import { EMBEDDINGS, type Embedding, embedCode } from './embed-code.ts'
import styles from './Playground.module.css'

/** How long "Copied" stands, in milliseconds. */
const COPIED_MS = 1600

/** Props of {@link EmbedCode}; `standsIn` tells that a file's address is made up. */
export interface EmbedCodeProps {
  options: Partial<ViewerOptions>
  standsIn: boolean
}

/** The code that shows the same in another page, in each of the three ways. */
export function EmbedCode({ options, standsIn }: EmbedCodeProps) {
  const { translate } = useAtelier()
  const [embedding, setEmbedding] = useState<Embedding>('react')
  const [copied, setCopied] = useState<'done' | 'failed' | null>(null)
  const code = embedCode(embedding, options, location.origin)
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
      <Segmented
        label={translate('playground.embed')}
        size="sm"
        wide
        items={EMBEDDINGS.map((id) => ({ id, label: translate(`playground.embed.${id}`) }))}
        value={embedding}
        onChange={setEmbedding}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={translate(`playground.embed.${embedding}`)}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      {standsIn && <p className={styles.hint}>{translate('playground.embed.file')}</p>}
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
