import type { Feature } from '../../web/layout/feature'
import { WizardButton, WizardHost } from './wizard-button.web'

export const wizard: Feature = { tools: [WizardButton], hosts: [WizardHost] }
