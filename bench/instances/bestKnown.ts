/** The best known objective and the best known lower bound (null: none), in the instance's own terms. */
export interface Known {
  readonly best: number;
  readonly bound: number | null;
}

/**
 * By the file's name without extension. Personnel tasks: the tables of Krishnamoorthy, Ernst, Baatar, EJOR 219 (2012) and of Smet,
 * Wauters, Mihaylov, Vanden Berghe, "The shift minimisation personnel task scheduling problem: a new hybrid approach and computational
 * insights", Omega 46 (2014). Patient admission, without transfers: results of a few minutes of a plain large-neighborhood search, and
 * bounds of linear relaxations. Results in the literature on patient admission are of another problem, and no published value can stand here. The
 * weights are a tenth of ours and those of http://allserv.kahosl.be/~peter/pas/, under which a transfer to another room costs 11.0 and is allowed, and
 * what is hard here has a price for each night: mixed genders 5.0, a missing needed property 5.0, a wrong age 10.0. Hard rules and weights as
 * here, with unassigned stays in between, are those of OptaPlanner's example "Hospital bed planning"
 * (https://optaplanner.org/docs/optaplanner/latest/use-cases-and-examples/bed-allocation/bed-allocation.html).
 */
export const BEST_KNOWN: Readonly<Record<string, Known>> = {
  data_0001_0062_0071_025: { best: 29, bound: 29 },
  data_12_49_119_33: { best: 40, bound: 40 },
  data_34_152_240_33: { best: 120, bound: 120 },
  data_45_67_420_33: { best: 61, bound: 60 },
  data_0027_0282_0437_025: { best: 107, bound: 107 },
  data_56_163_500_66: { best: 140, bound: 140 },
  data_0058_0348_0562_025: { best: 132, bound: 132 },
  data_78_199_688_66: { best: 160, bound: 160 },
  data_0052_0448_0767_025: { best: 172, bound: 171 },
  data_89_88_788_33: { best: 75, bound: 70 },
  data_111_155_1211_33: { best: 139, bound: 139 },
  testdata01: { best: 6584, bound: 6464 },
  testdata02: { best: 12122, bound: 11102 },
  testdata05: { best: 6304, bound: 6208 },
  testdata13: { best: 100576, bound: 80084 },
};
