import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { parseSearchText } from '../../machines/palette/palette.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Button } from '../kit/Button.tsx'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { paletteMessages } from '../messages/palette.ts'
import { getCommandKeyLabel, hasCommandModifier } from '../shortcut.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './CommandPalette.module.css'
import { PaletteOptionRow } from './PaletteOptionRow.tsx'
import { PalettePreview } from './PalettePreview.tsx'
import type { PaletteGroup, PaletteOption } from './palette-groups.ts'

export interface CommandPaletteViewProps {
  /**
   * Action for which the user has to choose an item. `onBack` returns to the search: by button, or by Backspace in the empty
   * field.
   */
  step?: { label: string; onBack: () => void }
  typed: string
  onType: (text: string) => void
  groups: readonly PaletteGroup[]
  glyphs: ReadonlyMap<string, ReactNode>
  isBusy: boolean
  /** Error of the server search. `null` if the search succeeded or was not sent. */
  error: unknown
  onRetry: () => void
  /** Called with the chosen line. `isNewTab` requests a new tab. */
  onChoose: (line: PaletteOption, isNewTab: boolean) => void
  onClose: () => void
}

/** View of the palette: combobox, list box, and a preview of the active line. */
export function CommandPaletteView(props: CommandPaletteViewProps) {
  const { step, typed, onType, groups, glyphs, isBusy, error, onRetry, onChoose, onClose } = props
  const translate = useTranslate(paletteMessages)
  const baseId = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const lines = groups.flatMap((group) => group.lines)
  const activeLine = lines.find(({ id }) => id === activeId) ?? lines[0]
  const optionIdOf = (line: PaletteOption) => `${baseId}-${lines.indexOf(line)}`
  const { text, isForActions } = step ? { text: typed.trim(), isForActions: false } : parseSearchText(typed)
  const field = useRef<HTMLInputElement>(null)
  const moveActive = (offset: number) => {
    if (!activeLine) return
    const next = lines[(lines.indexOf(activeLine) + offset + lines.length) % lines.length]
    if (!next) return
    setActiveId(next.id)
    document.getElementById(optionIdOf(next))?.scrollIntoView?.({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An IME composition is in progress, so its keys must not control the palette.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveActive(1)
    else if (event.key === 'ArrowUp') moveActive(-1)
    else if (event.key === 'Enter' && activeLine) onChoose(activeLine, hasCommandModifier(event))
    else if (event.key === 'Backspace' && step && typed === '') step.onBack()
    else if (event.key.toLowerCase() === 'k' && hasCommandModifier(event)) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const emptyText =
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
          aria-controls={`${baseId}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeLine && optionIdOf(activeLine)}
          placeholder={translate(step ? 'palette.choose' : 'nav.search')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          // biome-ignore lint/a11y/noAutofocus: the user opened the palette to type
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setActiveId(null)
            onType(target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <BareButton className={styles.close} onClick={onClose}>
          <VisuallyHidden>{translate('action.close')}</VisuallyHidden>
          <span aria-hidden="true">
            <Kbd keys={['Esc']} />
          </span>
        </BareButton>
        {isBusy && <LoadingBar label={translate('palette.searching')} />}
      </div>
      <div className={styles.columns}>
        {/* Rendered even when empty, because the field refers to the list by `aria-controls`. */}
        <div className={styles.results}>
          <div role="listbox" id={`${baseId}-list`} aria-label={translate('palette.results')}>
            {groups.map((group, index) => (
              // biome-ignore lint/a11y/useSemanticElements: options can be grouped only by this role
              <div key={group.id} role="group" aria-labelledby={`${baseId}-group-${index}`}>
                <div className={styles.heading} id={`${baseId}-group-${index}`}>
                  {translate(group.heading, group.about === undefined ? {} : { about: group.about })}
                </div>
                {group.lines.map((line) => (
                  <PaletteOptionRow
                    key={line.id}
                    id={optionIdOf(line)}
                    line={line}
                    text={text}
                    glyph={glyphs.get(line.id)}
                    isActive={line === activeLine}
                    onPoint={() => setActiveId(line.id)}
                    onChoose={(isNewTab) => onChoose(line, isNewTab)}
                  />
                ))}
              </div>
            ))}
          </div>
          {emptyText && <p className={styles.nothing}>{emptyText}</p>}
          {error !== null && (
            <p className={styles.nothing} role="alert">
              {translate(getErrorMessageKey(error))}{' '}
              <Button size="sm" onClick={onRetry}>
                {translate('action.retry')}
              </Button>
            </p>
          )}
        </div>
        <PalettePreview line={activeLine} glyph={activeLine && glyphs.get(activeLine.id)} />
      </div>
      <PaletteShortcuts isStep={step !== undefined} />
      <VisuallyHidden live="polite">
        {isBusy || (typed === '' && !step) ? '' : emptyText || translate('palette.found', { n: lines.length })}
      </VisuallyHidden>
    </>
  )
}

function PaletteShortcuts({ isStep }: { isStep: boolean }) {
  const translate = useTranslate(paletteMessages)
  const { language } = useAtelier()
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
            <Kbd keys={[getCommandKeyLabel(language), '↵']} /> {translate('palette.newTab')}
          </span>
          <span>
            {translate('palette.type.before')} <Kbd keys={['>']} /> {translate('palette.type.after')}
          </span>
        </>
      )}
    </footer>
  )
}
