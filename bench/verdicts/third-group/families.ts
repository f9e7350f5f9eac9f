import type { Engine } from '../engines/engine.ts';
import { cross, either as eitherOf, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

/** Pages about different things that differ in few words, with subjects of its own: families of 24, 6, 2 and 2. */
export function thirdFamiliesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const part = <T>(items: readonly T[], count: number): T[] => partOf(items, variant, count);
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return [
        cross(part(services, 6), ['401', '403', '409', '429'], (service, code) => ({
          title: `${service} error ${code}`,
          own: `The ${service} service answers with ${code} when a call cannot be served.`,
        })),
        cross(['Linux', 'Windows', 'macOS'], part(tools, 2), (system, tool) => ({
          title: `Install the ${tool} on ${system}`,
          own: `How to install the ${tool} on a machine that runs ${system}.`,
        })),
        either(['Grant', 'Revoke'], `access to the ${part(tools, 1)[0]} ledger`),
        either(['Mount', 'Unmount'], `a ${part(services, 1)[0]} share`),
      ];
    case 'reference':
      return [
        cross(['Key', 'Mouse', 'Touch', 'Wheel', 'Drag', 'Focus'], part(phases, 4), (device, phase) => ({
          title: `${device} ${phase} Event`,
          own: `Raised on ${device.toLowerCase()} ${phase.toLowerCase()}.`,
        })),
        cross(['Two', 'Three', 'Four'], part(shapes, 2), (count, shape) => ({
          title: `${shape} Of ${count}`,
          own: `A ${shape.toLowerCase()} of ${count.toLowerCase()} numbers.`,
        })),
        either(['Horizontal', 'Vertical'], `${part(shapes, 1)[0]} Layout`),
        either(['Lock', 'Unlock'], `${part(phases, 1)[0]} Request`),
      ];
    case 'news':
      return [
        cross(part(places, 6), ['May', 'June', 'July', 'August'], (place, month) => ({
          title: `Rainfall in ${place} in ${month}`,
          own: `Gauges in ${place} were read daily throughout ${month}, as every ${month}, by volunteers of ${place}.`,
        })),
        cross(part(jobs, 3), ['full time', 'part time'], (job, hours) => ({
          title: `${job} wanted, ${hours}`,
          own: `We look for a ${job.toLowerCase()}, ${hours}.`,
        })),
        either(['Begin', 'End'], `of the strike at ${part(places, 1)[0]}`),
        either(['Home', 'Away'], `victory of ${part(jobs, 1)[0]} United`),
      ];
    case 'shop':
      return [
        cross(part(colours, 6), ['120', '140', '160', '180'], (colour, width) => ({
          title: `Linen curtain ${colour}, ${width} cm`,
          own: `A curtain of washed linen in ${colour}, ${width} cm wide.`,
        })),
        cross(['8 GB', '16 GB', '32 GB'], part(devices, 2), (size, device) => ({
          title: `${device} with ${size}`,
          own: `A ${device} with ${size} of memory.`,
        })),
        either(['Left handed', 'Right handed'], `${part(devices, 1)[0]} holder`),
        either(['Warm white', 'Cold white'], `${part(colours, 1)[0]} lamp`),
      ];
  }
}

const services = words(
  'billing mail storage search queue login report map chat video print backup archive payroll calendar survey licence voucher parking meter ticket roster',
).concat(
  words(
    'invoice weather booking transfer translation signing upload tracking inventory pricing audit routing',
  ),
);
const tools = words(
  'agent compiler viewer recorder broker scanner tuner packer sampler loader planner merger',
).concat(words('probe linker mixer sorter tester binder wrapper crawler'));
const phases = words('Start Stop Cancel Pause Enter Leave Commit Abort Open Close Grow Shrink');
const shapes = words('Vector Matrix Tensor Polygon Spline Quaternion');
const places = words(
  'Leiden Zwolle Bari Trieste Uppsala Kalmar Olomouc Plzen Debrecen Szeged Medan Padang Varna Ruse Limerick Galway Cadiz Huelva',
).concat(words('Poznan Torun Coimbra Evora Haifa Eilat Odesa Lviv Dhaka Sylhet Hualien Tainan'));
const jobs = words('Baker Welder Nurse Gardener Joiner Driver Tailor Painter Glazier Mason Cook Roofer');
const colours = words('sand slate rust olive plum cream indigo coral mustard teal ivory moss');
const devices = words('notebook tablet recorder scanner camera projector');

function either(words: readonly string[], rest: string): Relative[] {
  return eitherOf(words, rest, 'when, where and for whom');
}
