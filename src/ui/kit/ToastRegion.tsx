import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { XIcon } from '@phosphor-icons/react/X'
import { useState, useSyncExternalStore } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider'
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components/Toast'
import { buttonClass } from './button-class.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './ToastRegion.module.css'
import { TOAST_MS, type ToastContent, type Toasts } from './toasts.ts'

/** Props of {@link ToastRegion}. */
export interface ToastRegionProps {
  toasts: Toasts
  /** The region's name: "Notifications". F6 reaches it. */
  label: string
  dismissLabel: string
}

/**
 * Shows the newest three toasts, newest at the bottom, where it stands: they take room and cover nothing. Their time waits
 * while the region is hovered or focused.
 */
export function ToastRegion({ toasts, label, dismissLabel }: ToastRegionProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { queue } = toasts
  // One that begins empty would never be a landmark, so that F6 passed it by.
  const isEmpty = useSyncExternalStore(
    (tell) => queue.subscribe(tell),
    () => queue.visibleToasts.length === 0,
  )
  return (
    <>
      <div ref={setPlace} className={styles.place} />
      {place && !isEmpty && (
        <UNSAFE_PortalProvider getContainer={() => place}>
          <AriaToastRegion queue={queue} aria-label={label} className={styles.region!}>
            {({ toast }) => (
              <AriaToast toast={toast} className={styles.toast!} data-tone={toast.content.kind}>
                <ToastGlyph kind={toast.content.kind} />
                <AriaToastContent role={toast.content.kind === 'bad' ? 'alert' : 'status'} className={styles.words!}>
                  <Text slot="title">{toast.content.text}</Text>
                  {toast.content.detail && (
                    <Text slot="description" className={styles.detail!}>
                      {toast.content.detail}
                    </Text>
                  )}
                </AriaToastContent>
                {toast.content.action && (
                  <AriaButton
                    slot={null}
                    className={classes(buttonClass({ variant: 'ghost' }), styles.action)}
                    onPress={() => {
                      toast.content.action?.onAction()
                      toasts.close(toast.key)
                    }}
                  >
                    {toast.content.action.label}
                  </AriaButton>
                )}
                <AriaButton
                  slot="close"
                  aria-label={dismissLabel}
                  className={classes(buttonClass({ variant: 'ghost', square: true }), styles.dismiss)}
                >
                  <Icon size="sm">
                    <XIcon />
                  </Icon>
                </AriaButton>
              </AriaToast>
            )}
          </AriaToastRegion>
        </UNSAFE_PortalProvider>
      )}
    </>
  )
}

const GLYPHS = {
  ok: <CheckCircleIcon weight="fill" />,
  note: <InfoIcon weight="fill" />,
  bad: <WarningCircleIcon weight="fill" />,
}

function ToastGlyph({ kind }: { kind: ToastContent['kind'] }) {
  if (kind !== 'undo') return <Icon className={styles.glyph}>{GLYPHS[kind]}</Icon>
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="100" style={{ animationDuration: `${TOAST_MS}ms` }} />
    </svg>
  )
}
