import { Component, type ReactNode } from 'react'

/** Props of {@link PreviewGuard}. */
export interface PreviewGuardProps {
  onError: () => void
  children: ReactNode
}

/** Keeps a preview that breaks, or whose code does not come, from taking the form down with it. */
export class PreviewGuard extends Component<PreviewGuardProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
