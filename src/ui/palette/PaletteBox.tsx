import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { readWanted } from '../../machines/rules/palette.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { commandKey, isCommand } from '../shortcut.ts'
import type { Group, Line } from './lines.ts'
import styles from './Palette.module.css'
import { PaletteLine } from './PaletteLine.tsx'
import { Peek } from './Peek.tsx'

/** Props of {@link PaletteBox}. */
export interface PaletteBoxProps {
  /** What is being chosen for, and the way back to where that was chosen: by its button, or Backspace before anything typed. */
  step?: { label: string; onBack: () => void }
  typed: string
  onType: (text: string) => void
  groups: readonly Group[]
  /** The glyphs of pages, by their id. */
  glyphs: ReadonlyMap<string, ReactNode>
  isBusy: boolean
  /** Why the server did not answer; `null` where it did, or was not asked. */
  error: unknown
  onRetry: () => void
  /** Somebody chose a line; `isApart`: to be opened in a new tab. */
  onChoose: (line: Line, isApart: boolean) => void
  onClose: () => void
}

/** What is seen of the palette: a combobox, its list box, and the thing that is walked to, with its picture. */
export function PaletteBox(props: PaletteBoxProps) {
  const { step, typed, onType, groups, glyphs, isBusy, error, onRetry, onChoose, onClose } = props
  const { translate } = useAtelier()
  const own = useId()
  const [walkedTo, setWalkedTo] = useState<string | null>(null)
  const lines = groups.flatMap((group) => group.lines)
  const active = lines.find(({ id }) => id === walkedTo) ?? lines[0]
  const idOf = (line: Line) => `${own}-${lines.indexOf(line)}`
  const { text, isForActions } = step ? { text: typed.trim(), isForActions: false } : readWanted(typed)
  const field = useRef<HTMLInputElement>(null)
  const walk = (by: number) => {
    if (!active) return
    const next = lines[(lines.indexOf(active) + by + lines.length) % lines.length]
    if (!next) return
    setWalkedTo(next.id)
    document.getElementById(idOf(next))?.scrollIntoView?.({ block: 'nearest' })
  }
  const hear = (event: KeyboardEvent) => {
    // A word that is put together of several keys is not done yet.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') walk(1)
    else if (event.key === 'ArrowUp') walk(-1)
    else if (event.key === 'Enter' && active) onChoose(active, isCommand(event))
    else if (event.key === 'Backspace' && step && typed === '') step.onBack()
    else if (event.key.toLowerCase() === 'k' && isCommand(event)) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const nothing =
    lines.length > 0
      ? ''
      : isForActions
        ? translate(text ? 'palette.none' : 'palette.noActions', { text })
        : isBusy
          ? translate('palette.searching')
          : error === null
            ? translate(step && text === '' ? 'palette.noChoices' : 'palette.none', { text })
            : ''
  return (
    <>
      <div className={styles.question}>
        <Icon size="lg">
          <MagnifyingGlassIcon />
        </Icon>
        {step && (
          <BareButton
            className={styles.step}
            onClick={() => {
              field.current?.focus()
              step.onBack()
            }}
          >
            <VisuallyHidden>{translate('palette.back')}: </VisuallyHidden>
            {step.label}
          </BareButton>
        )}
        <input
          ref={field}
          role="combobox"
          aria-label={step?.label ?? translate('nav.search')}
          aria-expanded={lines.length > 0}
          aria-controls={`${own}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          placeholder={translate(step ? 'palette.choose' : 'nav.search')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          // biome-ignore lint/a11y/noAutofocus: it was asked for to be typed into
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setWalkedTo(null)
            onType(target.value)
          }}
          onKeyDown={hear}
        />
        <BareButton className={styles.close} onClick={onClose}>
          <VisuallyHidden>{translate('action.close')}</VisuallyHidden>
          <span aria-hidden="true">
            <Kbd keys={['Esc']} />
          </span>
        </BareButton>
        {isBusy && <LoadBar label={translate('palette.searching')} />}
      </div>
      <div className={styles.columns}>
        {/* Even an empty one is there: the field controls it. */}
        <div className={styles.results}>
          <div role="listbox" id={`${own}-list`} aria-label={translate('palette.results')}>
            {groups.map((group, index) => (
              // biome-ignore lint/a11y/useSemanticElements: options are grouped by this role alone
              <div key={group.id} role="group" aria-labelledby={`${own}-group-${index}`}>
                <div className={styles.heading} id={`${own}-group-${index}`}>
                  {translate(group.heading, group.about === undefined ? {} : { about: group.about })}
                </div>
                {group.lines.map((line) => (
                  <PaletteLine
                    key={line.id}
                    id={idOf(line)}
                    line={line}
                    text={text}
                    glyph={glyphs.get(line.id)}
                    isActive={line === active}
                    onPoint={() => setWalkedTo(line.id)}
                    onChoose={(isApart) => onChoose(line, isApart)}
                  />
                ))}
              </div>
            ))}
          </div>
          {nothing && <p className={styles.nothing}>{nothing}</p>}
          {error !== null && (
            <p className={styles.nothing} role="alert">
              {translate(wordOf(error))}{' '}
              <Button size="sm" onClick={onRetry}>
                {translate('action.retry')}
              </Button>
            </p>
          )}
        </div>
        <Peek line={active} glyph={active && glyphs.get(active.id)} />
      </div>
      <Keys isStep={step !== undefined} />
      <VisuallyHidden live="polite">
        {isBusy || (typed === '' && !step) ? '' : nothing || translate('palette.found', { n: lines.length })}
      </VisuallyHidden>
    </>
  )
}

/** What the keys do here, at the foot. */
function Keys({ isStep }: { isStep: boolean }) {
  const { translate, language } = useAtelier()
  return (
    <footer className={styles.keys}>
      <span>
        <Kbd keys={['↑', '↓']} /> {translate('palette.move')}
      </span>
      <span>
        <Kbd keys={['↵']} /> {translate(isStep ? 'palette.choose' : 'palette.open')}
      </span>
      {isStep ? (
        <span>
          <Kbd keys={['⌫']} /> {translate('palette.back')}
        </span>
      ) : (
        <>
          <span>
            <Kbd keys={[commandKey(language), '↵']} /> {translate('palette.newTab')}
          </span>
          <span>
            {translate('palette.type.before')} <Kbd keys={['>']} /> {translate('palette.type.after')}
          </span>
        </>
      )}
    </footer>
  )
}
