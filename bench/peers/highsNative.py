"""HiGHS (highspy) on the clique program that pythonPeers.ts writes."""
import json
import sys
import time

import highspy
import numpy as np

data = json.load(open(sys.argv[1]))
limit, threads = float(sys.argv[2]), int(sys.argv[3])
model = highspy.HighsModel()
program = model.lp_
program.num_col_, program.num_row_ = len(data["cost"]), len(data["rowUpper"])
program.col_cost_ = np.array(data["cost"], dtype=float)
program.col_lower_ = np.zeros(program.num_col_)
program.col_upper_ = np.array(data["upper"], dtype=float)
program.row_upper_ = np.array(data["rowUpper"], dtype=float)
program.row_lower_ = np.where(np.array(data["isEqual"]), program.row_upper_, -highspy.kHighsInf)
program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
program.a_matrix_.start_ = np.array(data["starts"])
program.a_matrix_.index_ = np.array(data["indices"])
program.a_matrix_.value_ = np.array(data["values"], dtype=float)
program.integrality_ = [highspy.HighsVarType.kInteger] * program.num_col_

solver = highspy.Highs()
for name, value in [("output_flag", False), ("time_limit", limit), ("mip_rel_gap", 0.0), ("threads", threads)]:
    solver.setOptionValue(name, value)
solver.passModel(model)
begun = time.time()


def known(value):
    return value if abs(value) < 1e20 else None


def tell(score, bound, **more):
    line = {"seconds": time.time() - begun, "score": known(score), "bound": known(bound), **more}
    print(json.dumps(line), flush=True)


def told(event):
    tell(event.data_out.mip_primal_bound, event.data_out.mip_dual_bound)


solver.cbMipImprovingSolution += told
solver.cbMipLogging += told
solver.solve()
info = solver.getInfo()
found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
tell(
    info.objective_function_value if found else float("inf"),
    info.mip_dual_bound,
    optimal=solver.getModelStatus() == highspy.HighsModelStatus.kOptimal,
)
